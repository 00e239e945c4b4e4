import { constants } from 'node:fs'
import { copyFile, mkdir, open, readdir, readFile, rm, stat, statfs } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { UnusableDatabase } from '#platform/errors/operator-error.ts'
import { clusterFiles, clusterFolder, versionFile } from './cluster-folder.ts'

const control = join('global', 'pg_control')
const log = 'pg_wal'
/** The PID file of the running PostgreSQL, which must not be copied. */
const ofTheSession = 'postmaster.pid'
const tries = 3
/**
 * Maximum bytes to write at a time while copying. The running site's commits may have to wait until such a write has
 * reached the disk.
 */
const sliceSize = 2 * 1024 * 1024

/** The file system functions that copying uses, as a parameter for tests. */
type Disk = { rm: typeof rm; statfs: (path: string) => Promise<{ bavail: number; bsize: number }> }

/**
 * Copies the embedded database of `dataDir` into the data folder `target` without blocking queries. The copy is in
 * the state after a power cut: PostgreSQL replays the write-ahead log when it opens the copy. The log is copied
 * last and covers differences between the other files. Throws if disk space is short.
 */
export async function copyCluster(
  dataDir: string,
  target: string,
  disk: Disk = { rm, statfs },
): Promise<void> {
  const from = clusterFiles(dataDir)
  const to = clusterFiles(target)
  await refuseWithoutRoom(from, disk)
  for (let number = 1; number <= tries; number++) {
    await disk.rm(to, { recursive: true, force: true })
    await mkdir(to, { recursive: true, mode: 0o700 })
    const state = await readFile(join(from, control))
    await copyTree(from, to, (path) => path.split(sep)[0] !== log && path !== ofTheSession)
    await copyTree(from, to, (path) => path.split(sep)[0] === log)
    // A checkpoint during the copy deletes parts of the write-ahead log that the copied files need, so copy again.
    if (!state.equals(await readFile(join(from, control)))) continue
    const [version, copied] = [dataDir, target].map((one) => join(clusterFolder(one), versionFile))
    return copyFile(version!, copied!)
  }
  throw new UnusableDatabase(`The database wrote a checkpoint during each of ${tries} copies.`)
}

async function copyTree(from: string, to: string, isWanted: (path: string) => boolean) {
  for (const { path, isFolder } of await listEntries(from)) {
    if (!isWanted(path)) continue
    if (isFolder) await mkdir(join(to, path), { recursive: true, mode: 0o700 })
    else await copyGently(join(from, path), join(to, path)).catch(unlessGone)
  }
}

/** Clones the file if the file system supports copy-on-write; otherwise copies it in small slices. */
async function copyGently(from: string, to: string) {
  const isShared = await copyFile(from, to, constants.COPYFILE_FICLONE_FORCE).then(
    () => true,
    () => false,
  )
  if (isShared) return
  await using source = await open(from)
  await using target = await open(to, 'w', 0o600)
  const slice = Buffer.allocUnsafe(sliceSize)
  for (;;) {
    const { bytesRead } = await source.read(slice)
    if (bytesRead === 0) return
    await target.write(slice, 0, bytesRead)
    if (bytesRead === sliceSize) await target.datasync()
  }
}

/** Returns all files and folders below `folder`, each folder before its content. */
async function listEntries(folder: string) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .map((entry) => ({
      path: join(entry.parentPath, entry.name).slice(folder.length + 1),
      isFolder: entry.isDirectory(),
    }))
    .toSorted((one, other) => (one.path < other.path ? -1 : 1))
}

/** Ignores files that PostgreSQL deleted during the copy: the write-ahead log covers them. */
function unlessGone(error: NodeJS.ErrnoException) {
  if (error.code !== 'ENOENT') throw error
}

/** Throws unless the disk has space for the copy and for verifying it: a full disk would stop the site. */
async function refuseWithoutRoom(files: string, disk: Disk) {
  let size = 0
  for (const { path, isFolder } of await listEntries(files)) {
    if (!isFolder) size += (await stat(join(files, path)).catch(unlessGone))?.size ?? 0
  }
  const { bavail, bsize } = await disk.statfs(files)
  const [needed, free] = [3 * size, bavail * bsize].map((bytes) => Math.ceil(bytes / 1_000_000))
  if (free! >= needed!) return
  throw new UnusableDatabase(
    `A backup temporarily needs ${needed} MB on the disk of DATA_DIR, but only ${free} MB are free.`,
  )
}
