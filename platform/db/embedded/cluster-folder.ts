import { fork } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  readdirSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { UnusableDatabase } from '#platform/errors/operator-error.ts'
import { syncFolder } from './sync-folder.ts'

const clusterName = 'database'

/**
 * Versions of PGlite and PostgreSQL whose files this release can read; a test compares them with the installed
 * package.
 */
export const clusterVersion = { pglite: '0.5', postgres: '18' }

/** Returns the folder that contains the embedded database's files and version file. */
export function clusterFolder(dataDir: string) {
  return join(dataDir, clusterName)
}

/** Returns PostgreSQL's data directory, inside the folder of the embedded database. */
export function clusterFiles(dataDir: string) {
  return join(clusterFolder(dataDir), 'files')
}

/** Returns whether `dataDir` contains an embedded database. */
export function hasCluster(dataDir: string) {
  return existsSync(clusterFolder(dataDir))
}

/** Name of the file with the PGlite and PostgreSQL versions that created the database. */
export const versionFile = 'version.json'

/**
 * Returns PostgreSQL's data directory in `dataDir`, and creates the database on the first start. Throws with
 * instructions if another PGlite version created the database.
 */
export async function prepareCluster(dataDir: string): Promise<string> {
  const folder = clusterFolder(dataDir)
  const mended = existsSync(dataDir) && mendCutOffRestore(dataDir, folder, new Date())
  if (mended) process.stdout.write(`${mended}\n`)
  if (existsSync(folder)) checkVersion(folder)
  else await createCluster(dataDir, folder)
  return clusterFiles(dataDir)
}

function checkVersion(folder: string) {
  const found = readVersion(join(folder, versionFile))
  const { pglite, postgres } = clusterVersion
  if (found?.pglite === pglite && found.postgres === postgres) return
  const made = found
    ? `was made by PGlite ${found.pglite} (PostgreSQL ${found.postgres})`
    : `has no version (${versionFile} is missing or unreadable)`
  throw new UnusableDatabase(
    `The database in ${folder} ${made}; this release has PGlite ${pglite} (PostgreSQL ${postgres}) ` +
      'and cannot read it. With the release that made it, run "npm run export -- backup.ndjson.gz". ' +
      'Then move that folder away, and with this release run "npm run import -- backup.ndjson.gz".',
  )
}

function readVersion(path: string): { pglite: string; postgres: string } | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

/**
 * Creates the database in a temporary folder, then renames the folder, so that an interrupted first start leaves no
 * folder that looks complete.
 */
async function createCluster(dataDir: string, folder: string) {
  const unfinished = `${folder}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { recursive: true, mode: 0o700 })
  await runInit(unfinished)
  renameSync(unfinished, folder)
  syncFolder(dataDir)
}

/** Runs initdb in a child process, so that its half gigabyte of memory is freed afterwards. */
async function runInit(folder: string) {
  const script = fileURLToPath(new URL('./init-cluster.ts', import.meta.url))
  const child = fork(script, [folder], { execArgv: [], stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
  let complaint = ''
  child.stderr!.on('data', (text: Buffer) => (complaint += text))
  const [code] = await once(child, 'close')
  if (code !== 0)
    throw new UnusableDatabase(`The embedded database could not be made: ${complaint.trim()}`)
}

/**
 * Prefixes of the files and folders that a restore (`replaceCluster`, `npm run restore`) creates in the data
 * folder.
 */
export const restoreNames = { before: 'database-before-', fresh: 'restoring-', fetched: 'fetched-' }

/** Age at which files of a restore are deleted: no restore takes a day, so an interrupted one left them. */
const leftAfterMs = 24 * 60 * 60 * 1000

/**
 * Cleans up after an interrupted restore in `dataDir`. If the restore had moved the database away without a
 * replacement, moves the database back and returns a message for the operator. The caller holds the data folder's
 * lock, so no restore is running.
 */
function mendCutOffRestore(dataDir: string, cluster: string, now: Date): string | undefined {
  const names = readdirSync(dataDir)
  for (const name of names) {
    const isWork = name.startsWith(restoreNames.fresh) || name.startsWith(restoreNames.fetched)
    const path = join(dataDir, name)
    if (isWork && +now - statSync(path).mtimeMs > leftAfterMs) rmSync(path, { recursive: true })
  }
  if (existsSync(cluster)) return undefined
  const before = names.filter((name) => name.startsWith(restoreNames.before)).toSorted()
  const newest = before.at(-1)
  if (newest === undefined) return undefined
  renameSync(join(dataDir, newest), cluster)
  syncFolder(dataDir)
  return `A restore was interrupted. The previous database (${newest}) is in use again. Run the restore again if you want the backup.`
}
