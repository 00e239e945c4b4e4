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

/** What this release's PGlite reads and writes; a test holds it against the installed package. */
export const clusterVersion = { pglite: '0.5', postgres: '18' }

/** Where the database of a data folder lies, with the note of its version. */
export function clusterFolder(dataDir: string) {
  return join(dataDir, clusterName)
}

/** PostgreSQL's own files within it. */
export function clusterFiles(dataDir: string) {
  return join(clusterFolder(dataDir), 'files')
}

/** Whether a database was ever made in `dataDir`. */
export function hasCluster(dataDir: string) {
  return existsSync(clusterFolder(dataDir))
}

/** Written beside the database's files: which release made them, and so which can read them. */
export const versionFile = 'version.json'

/**
 * Gives the folder of the database's files in `dataDir`, made on the first start. Throws, with the
 * way out, when another version made it.
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
    : `does not say which version made it (${versionFile} is missing or unreadable)`
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

/** An interrupted first start leaves only the folder beside it, which the next one clears away. */
async function createCluster(dataDir: string, folder: string) {
  const unfinished = `${folder}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { recursive: true, mode: 0o700 })
  await runInit(unfinished)
  renameSync(unfinished, folder)
  syncFolder(dataDir)
}

/** In a process of its own: it takes half a gigabyte, which ends with it. */
async function runInit(folder: string) {
  const script = fileURLToPath(new URL('./init-cluster.ts', import.meta.url))
  const child = fork(script, [folder], { execArgv: [], stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
  let complaint = ''
  child.stderr!.on('data', (text: Buffer) => (complaint += text))
  const [code] = await once(child, 'close')
  if (code !== 0)
    throw new UnusableDatabase(`The embedded database could not be made: ${complaint.trim()}`)
}

/** Names within a data folder that a restore uses: `replaceCluster`, `npm run restore`. */
export const restoreNames = { before: 'database-before-', fresh: 'restoring-', fetched: 'fetched-' }

/** No restore takes longer: what is older was left by one that was ended. */
const leftAfterMs = 24 * 60 * 60 * 1000

/**
 * What a restore that was ended in its middle left in `dataDir`. Where it had moved the database,
 * `cluster`, aside and put nothing in its place, that is put back; gives words that say so. The caller holds the
 * lock, so no restore is under way.
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
  return `A restore was ended before its database was in place. The one before it (${newest}) is back: restore again if you want the copy.`
}
