import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { lt } from 'drizzle-orm'
import type { Pool } from 'pg'
import type { Db } from '#server/db/open.ts'
import { backups } from '#server/db/tables/backups.ts'
import { chooseKeptBackups } from './choose-kept-copies.ts'
import { nameBackup, readBackupName } from './copy-name.ts'
import type { BackupStore } from './copy-store.ts'
import { runBackupTask } from './run-copy-task.ts'
import { withBackupLock } from './take-turn.ts'

export type BackupContext = {
  store: BackupStore
  database: { pool: Pool; kind: 'embedded' | 'postgres'; url?: string }
  dataDir: string
  now: () => Date
  /** Ends it early, without a backup. */
  signal?: AbortSignal
  /** Writes and proves; unset: in processes of their own. */
  runTask?: typeof runBackupTask
}

export type Backup = { name: string; people: number; rows: number; size: number }

const workPrefix = 'copying-'
/** What became of tries longer ago than this is of no use to the admin area. */
const notedMs = 400 * 24 * 60 * 60_000

/**
 * Backups the whole database while it is in use, proves the backup by making a database from it, puts it
 * where backups are kept, and removes those that are too old. Undefined while another one is under way.
 * Throws BackupFailed; older backups then stay as they are. Either way the admin area hears of it.
 */
export async function makeBackup(db: Db, context: BackupContext): Promise<Backup | undefined> {
  return withBackupLock(context.database, async () => {
    const madeAt = context.now()
    const name = nameBackup(madeAt)
    const note = (found: Partial<Backup> & { failure?: string }) =>
      db.insert(backups).values({ madeAt, name, ...found, endedAt: context.now() })
    let made: Backup
    try {
      // Where nothing can be kept the database is not copied at all.
      await context.store.list()
      made = { name, ...(await makeAndStore(name, madeAt, context)) }
    } catch (error) {
      // A stop is nobody's failure: the next start makes up for it.
      if (!context.signal?.aborted) await note({ failure: (error as Error).message })
      throw error
    }
    await note(made)
    await db.delete(backups).where(lt(backups.madeAt, new Date(madeAt.getTime() - notedMs)))
    await removeOldBackups(context.store)
    return made
  })
}

async function makeAndStore(name: string, madeAt: Date, context: BackupContext) {
  const { store, database, signal, runTask = runBackupTask } = context
  const dataDir = resolve(context.dataDir)
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  await removeLeftovers(dataDir, database.kind === 'embedded' ? 0 : 24 * 60 * 60_000)
  const work = await mkdtemp(join(dataDir, workPrefix))
  try {
    const file = join(work, name)
    const source = { databaseUrl: database.url, dataDir, madeAt: madeAt.toISOString() }
    const workFolder = join(work, 'copy')
    await runTask({ kind: 'write', ...source, workFolder, file }, signal)
    await rm(workFolder, { recursive: true, force: true })
    const proof = { kind: 'prove', workFolder: join(work, 'proof'), file } as const
    const { people, rows } = (await runTask(proof, signal))!
    const { size } = await stat(file)
    await store.put(name, file)
    return { people, rows, size }
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

/** What a process that was killed left behind; several nodes may share the folder, and be at work. */
async function removeLeftovers(dataDir: string, olderMs: number) {
  for (const name of await readdir(dataDir)) {
    if (!name.startsWith(workPrefix)) continue
    const { mtimeMs } = await stat(join(dataDir, name))
    if (Date.now() - mtimeMs < olderMs) continue
    await rm(join(dataDir, name), { recursive: true, force: true })
  }
}

async function removeOldBackups(store: BackupStore) {
  const names = (await store.list()).filter((name) => readBackupName(name))
  const kept = chooseKeptBackups(names)
  for (const name of names) if (!kept.has(name)) await store.remove(name)
}
