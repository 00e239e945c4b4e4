import { existsSync, realpathSync } from 'node:fs'
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path'
import { restoreNames } from '#platform/db/embedded/cluster-folder.ts'
import { doorFiles } from '#platform/door/door.ts'
import { keyFile } from './sealed-secrets.ts'

/**
 * Beginnings of file and folder names in the data folder that have other purposes than backups. A backup folder must
 * not have such a name.
 */
const taken = [
  'database',
  'socket',
  'mail',
  'erasures',
  'picture-cache',
  'copying-',
  keyFile,
  ...Object.values(restoreNames),
  ...Object.values(doorFiles),
  '.',
]

/**
 * Returns whether a name in the data folder is reserved for another purpose than backups. Compares in lower case,
 * because some file systems ignore case.
 */
function isTaken(name: string) {
  const small = name.toLowerCase()
  return small === 'filled' || taken.some((beginning) => small.startsWith(beginning))
}

/**
 * Validates a backup folder from the admin area, a name below the data folder. Returns the text to
 * store, or an error. Only operators may choose folders elsewhere, in the environment.
 */
export function placeBelow(
  dataDir: string,
  text: string,
): { folder: string } | { message: string } {
  const root = resolve(dataDir)
  const folder = resolve(root, text)
  const name = relative(root, folder)
  const isBelow = name !== '' && !isAbsolute(name) && name.split(sep)[0] !== '..'
  if (!isBelow || text.includes('://') || text.startsWith('file:')) {
    return {
      message:
        'Must be s3://bucket/folder, or a folder below DATA_DIR such as backups. Other folders can be set with BACKUP_URL in the environment',
    }
  }
  if (isTaken(name))
    return { message: `The folder ${name} is used for other data in DATA_DIR: choose another name` }
  if (!staysBelow(root, folder)) {
    return { message: `The folder ${name} points outside DATA_DIR: choose another name` }
  }
  return { folder: name }
}

/** Returns whether `folder` is inside the data folder `root` after symbolic links are resolved. */
function staysBelow(root: string, folder: string) {
  if (!existsSync(root)) return true
  let there = folder
  while (!existsSync(there)) there = dirname(there)
  const [real, realRoot] = [realpathSync(there), realpathSync(root)]
  return real === realRoot || real.startsWith(realRoot + sep)
}

export const isBucket = (text: string) => text.startsWith('s3://')
