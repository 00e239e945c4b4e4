import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { access, readdir, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { HealthFinding } from '#features/health/contract.ts'
import { doorFiles } from '#platform/door/door.ts'
import { leastRoom, roomIn } from '#platform/http/health.ts'
import { keyFile } from '#platform/settings/sealed-secrets.ts'
import { green, red, writeBytes, yellow, type HealthContext } from './findings.ts'

/**
 * Files and folders in the data folder with secrets, mails or personal data, which other users of the machine must
 * not read.
 */
const secret = [keyFile, 'database', 'mail', 'erasures', ...Object.values(doorFiles)]
const readableByOthers = 0o077
const writableByAll = 0o002

/** Free bytes below which the check is yellow. Making and verifying backups needs space here. */
const comfortableRoom = 1024 ** 3

/** Checks the permissions and the free space of the data folder, DATA_DIR. */
export async function checkFolder(context: HealthContext): Promise<HealthFinding[]> {
  const folder = resolve(context.config.dataDir)
  const found = await stat(folder).catch((error: NodeJS.ErrnoException) => error.code)
  if (found === 'ENOENT') return [await judgeMissing(folder)]
  if (typeof found !== 'object' || !found.isDirectory()) {
    const words = `DATA_DIR (${folder}) is not a folder that this user can access. Choose another one, or grant the user access.`
    return [red('folder', words)]
  }
  return Promise.all([judgeRights(folder, found.mode), judgeSpace(folder)])
}

async function judgeMissing(folder: string) {
  try {
    await access(dirname(folder), constants.W_OK)
    return yellow('folder', `DATA_DIR (${folder}) does not exist yet: the first start creates it.`)
  } catch {
    const words = `DATA_DIR (${folder}) does not exist, and this user cannot create it. Create it with the site's user as owner.`
    return red('folder', words)
  }
}

async function judgeRights(folder: string, mode: number): Promise<HealthFinding> {
  const problem = await tryWriting(folder)
  if (problem) {
    const words = `Nothing can be written in DATA_DIR (${folder}): ${problem}. Make the site's user its owner, and check that the disk is not read-only.`
    return red('folder', words)
  }
  if (mode & writableByAll) {
    return red(
      'folder',
      `All users of this machine can write to DATA_DIR. Run chmod 700 ${folder}.`,
    )
  }
  const open: string[] = []
  for (const name of await readdir(folder)) {
    if (!secret.includes(name)) continue
    const { mode: own } = await stat(join(folder, name)).catch(() => ({ mode: 0 }))
    if (own & readableByOthers && mode & 0o011) open.push(name)
  }
  if (open.length > 0) {
    const words = `Other users of this machine can read ${open.join(', ')} in DATA_DIR. Run chmod -R go= ${folder}.`
    return yellow('folder', words)
  }
  return green('folder', `DATA_DIR (${folder}) is writable by the site only.`)
}

/**
 * Returns why the folder cannot be written to; undefined if it can. Reading permissions is not enough: a disk may be
 * mounted read-only or belong to another machine.
 */
async function tryWriting(folder: string): Promise<string | undefined> {
  const file = join(folder, `.try-${randomBytes(6).toString('hex')}`)
  try {
    await writeFile(file, '', { mode: 0o600, flag: 'wx' })
    return undefined
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    // Ignore a full disk here, because the check of free space reports it.
    if (code === 'ENOSPC' || code === 'EDQUOT') return undefined
    return code === 'EROFS' ? 'the disk is read-only' : 'this user has no right to'
  } finally {
    await rm(file, { force: true }).catch(() => {})
  }
}

const fewFiles = 1000

async function judgeSpace(folder: string): Promise<HealthFinding> {
  const room = await roomIn(folder)
  const { files = 0, ffree = 0 } = (await statfs(folder).catch(() => undefined)) ?? {}
  if (room < leastRoom) {
    const words = `The disk of DATA_DIR is full (${writeBytes(room)} left), so nothing can be saved. Free some space; saved data is safe.`
    return red('space', words)
  }
  if (files > 0 && ffree < fewFiles) {
    return red('space', 'The disk of DATA_DIR has no inodes left. Delete files, or enlarge it.')
  }
  if (room < comfortableRoom) {
    const words = `Only ${writeBytes(room)} are left on the disk of DATA_DIR. Free some space before it is full.`
    return yellow('space', words)
  }
  return green('space', `${writeBytes(room)} are left on the disk of DATA_DIR.`)
}
