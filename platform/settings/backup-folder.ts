import { existsSync, realpathSync } from 'node:fs'
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path'
import { restoreNames } from '#platform/db/embedded/cluster-folder.ts'
import { doorFiles } from '#platform/door/door.ts'
import { keyFile } from './sealed-secrets.ts'

/** What names begin with that have their own use in the data folder. */
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

/** Some disks know no difference between a large letter and a small one. */
function isTaken(name: string) {
  const small = name.toLowerCase()
  return small === 'filled' || taken.some((beginning) => small.startsWith(beginning))
}

/**
 * A folder for copies that was entered in the admin area, by its name below the data folder, as it is stored; or
 * what is wrong with it. Elsewhere on the machine whoever runs the site alone decides.
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
        'Must be s3://bucket/folder, or a folder below DATA_DIR such as backups: another one is set by BACKUP_URL in the environment',
    }
  }
  if (isTaken(name))
    return { message: `The folder ${name} has another use in DATA_DIR: choose another name` }
  if (!staysBelow(root, folder)) {
    return { message: `The folder ${name} leads out of DATA_DIR: choose another name` }
  }
  return { folder: name }
}

/** A link on the way may lead anywhere. */
function staysBelow(root: string, folder: string) {
  if (!existsSync(root)) return true
  let there = folder
  while (!existsSync(there)) there = dirname(there)
  const [real, realRoot] = [realpathSync(there), realpathSync(root)]
  return real === realRoot || real.startsWith(realRoot + sep)
}

export const isBucket = (text: string) => text.startsWith('s3://')
