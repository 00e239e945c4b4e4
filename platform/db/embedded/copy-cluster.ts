import { constants } from 'node:fs'
import { copyFile, mkdir, open, readdir, readFile, rm, stat, statfs } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { UnusableDatabase } from '#platform/errors/operator-error.ts'
import { clusterFiles, clusterFolder, versionFile } from './cluster-folder.ts'

const control = join('global', 'pg_control')
const log = 'pg_wal'
/** What the running session says of itself: the copy has a session of its own. */
const ofTheSession = 'postmaster.pid'
const tries = 3
/** A commit may have to wait for what others write to the disk: never more than this at a time. */
const sliceSize = 2 * 1024 * 1024

/** What decides whether a copy is begun, and begun again. */
type Disk = { rm: typeof rm; statfs: (path: string) => Promise<{ bavail: number; bsize: number }> }

/**
 * Copies the embedded database of `dataDir` into the data folder `target` while it is in use: nothing
 * waits for it. The copy is as after a power cut, and opening it replays the log, which is copied last:
 * so it holds what the other files, copied at different moments, lack. Throws where room is short.
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
    // A checkpoint meanwhile drops the log that the files copied before it would need.
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

/** Where the file system shares blocks between files there is nothing to write. */
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

/** Everything below a folder, a folder before what is in it. */
async function listEntries(folder: string) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .map((entry) => ({
      path: join(entry.parentPath, entry.name).slice(folder.length + 1),
      isFolder: entry.isDirectory(),
    }))
    .toSorted((one, other) => (one.path < other.path ? -1 : 1))
}

/** The log tells of what was dropped while we copied. */
function unlessGone(error: NodeJS.ErrnoException) {
  if (error.code !== 'ENOENT') throw error
}

/** The copy, then what is read from it and made of that again: a full disk would stop the site. */
async function refuseWithoutRoom(files: string, disk: Disk) {
  let size = 0
  for (const { path, isFolder } of await listEntries(files)) {
    if (!isFolder) size += (await stat(join(files, path)).catch(unlessGone))?.size ?? 0
  }
  const { bavail, bsize } = await disk.statfs(files)
  const [needed, free] = [3 * size, bavail * bsize].map((bytes) => Math.ceil(bytes / 1_000_000))
  if (free! >= needed!) return
  throw new UnusableDatabase(
    `A copy needs ${needed} MB for a moment on the disk of DATA_DIR, and ${free} MB are free.`,
  )
}
