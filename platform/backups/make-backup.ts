import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { lt, and, gte, isNull, or } from 'drizzle-orm'
import type { Pool } from 'pg'
import { systemClock } from '#kernel/clock.ts'
import { dayInZone, instantInZone, type TimeContext } from '#kernel/event-time.ts'
import type { EncryptionKeys } from '#platform/encryption/encryption.ts'
import type { Db, OpenDatabase } from '#platform/db/open.ts'
import type { JobSender } from '#platform/jobs/jobs.ts'
import type { Config, LiveSettings } from '#platform/settings/config.ts'
import { backups } from '#schema/platform.ts'
import { withBackupLock } from './backup-lock.ts'
import { type BackupStore, BackupFailed, openBackupStore } from './backup-store.ts'
import { chooseKeptBackups, nameBackup, readBackupName } from './kept-backups.ts'
import { runBackupTask } from './run-backup-task.ts'

type BackupContext = {
  store: BackupStore
  database: { pool: Pool; kind: 'embedded' | 'postgres'; url?: string }
  dataDir: string
  /** Keys with which to encrypt the backup. Without keys, the backup is stored unencrypted. */
  keys?: EncryptionKeys
  now: () => Date
  /** Aborting this signal cancels the backup. */
  signal?: AbortSignal
  /** Runs a backup task in a child process; tests replace this function. */
  runTask?: typeof runBackupTask
}

type Backup = { name: string; people: number; rows: number; size: number }

const workPrefix = 'copying-'
/** Milliseconds for which results of backups are kept in the table `backups`. */
const notedMs = 400 * 24 * 60 * 60_000

/**
 * Makes a backup of the running database, verifies it by restoring it, stores it, and deletes expired backups.
 * Records the result in the table `backups`. Returns undefined if another backup is running. Throws BackupFailed;
 * older backups then remain.
 */
export async function makeBackup(db: Db, context: BackupContext): Promise<Backup | undefined> {
  return withBackupLock(context.database, async () => {
    const madeAt = context.now()
    const name = nameBackup(madeAt, { isEncrypted: context.keys !== undefined })
    const note = (found: Partial<Backup> & { failure?: string }) =>
      db.insert(backups).values({ madeAt, name, ...found, endedAt: context.now() })
    let made: Backup
    try {
      // Check that the backup store is usable before the database is copied.
      await context.store.list()
      made = { name, ...(await makeAndStore(name, madeAt, context)) }
    } catch (error) {
      // If the process is shutting down, record no failure, so that the next start makes the backup at once.
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
  const { store, database, keys, signal, runTask = runBackupTask } = context
  const dataDir = resolve(context.dataDir)
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  await removeLeftovers(dataDir, database.kind === 'embedded' ? 0 : 24 * 60 * 60_000)
  const work = await mkdtemp(join(dataDir, workPrefix))
  try {
    const file = join(work, name)
    const source = { databaseUrl: database.url, dataDir, madeAt: madeAt.toISOString(), keys }
    const workFolder = join(work, 'copy')
    await runTask({ kind: 'write', ...source, workFolder, file }, signal)
    await rm(workFolder, { recursive: true, force: true })
    const proof = { kind: 'prove', workFolder: join(work, 'proof'), file, keys } as const
    const { people, rows } = (await runTask(proof, signal))!
    const { size } = await stat(file)
    await store.put(name, file)
    return { people, rows, size }
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

/**
 * Deletes work folders of killed backup processes from the data folder. Skips folders younger than `olderMs`, which
 * another node with the same data folder may be using.
 */
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

/** Time of the daily backup in the series' time zone, when few visitors are on the site. */
const timeOfDay = '03:00'
const dayMs = 24 * 60 * 60_000
const retryMs = 60 * 60_000

/**
 * Queues the daily backup when it is due, and a retry every hour after a failure. The sweep calls this function on
 * any node. If the site was down when the backup was due, or is new, the backup is due at once.
 */
export async function requestDailyBackup(
  db: Db,
  jobs: JobSender,
  { now, timeZone }: TimeContext,
): Promise<void> {
  const isGood = and(isNull(backups.failure), gte(backups.madeAt, lastDue(now, timeZone)))
  const isRecent = gte(backups.endedAt, new Date(now.getTime() - retryMs))
  const [found] = await db
    .select({ id: backups.id })
    .from(backups)
    .where(or(isGood, isRecent))
    .limit(1)
  if (found) return
  // Queue at most one backup job an hour, even if every attempt crashes the node that runs it.
  await jobs.send(db, 'make-backup', [{}], { singletonSeconds: retryMs / 1000 })
}

function lastDue(now: Date, timeZone: string): Date {
  const today = instantInZone(dayInZone(now, timeZone), timeOfDay, timeZone)
  if (today <= now) return today
  return instantInZone(dayInZone(new Date(now.getTime() - dayMs), timeZone), timeOfDay, timeZone)
}

type BackupPlace = Pick<LiveSettings, 'backup' | 'backupKeys'> & Pick<Config, 'dataDir'>
type Asked = Pick<OpenDatabase, 'db' | 'pool' | 'kind' | 'url'>

/** Error messages for a missing BACKUP_URL, in the environment of the command or of the running site. */
const unset = {
  command: 'BACKUP_URL is not set, so there is no place for backups.',
  site: 'The running site has no BACKUP_URL. Set it in the admin area, or in its environment and restart it.',
}

/**
 * Makes a backup for `npm run backup`: in the process of the site while it runs, otherwise in that of the command.
 * Returns the message to print.
 */
export async function answerBackupCommand(
  { backup, backupKeys: keys, dataDir }: BackupPlace,
  database: Asked,
  source: keyof typeof unset = 'command',
): Promise<string> {
  if (!backup) throw new BackupFailed(unset[source])
  const store = openBackupStore(backup)
  const context = { store, database, dataDir, keys, now: systemClock.now }
  const made = await makeBackup(database.db, context)
  if (made) return describeBackup(made, store.place)
  throw new BackupFailed('Another backup is running. No second one was started.')
}

function describeBackup({ name, people, rows, size }: Backup, place: string): string {
  const [peopleText, rowsText] = [people, rows].map((count) => count.toLocaleString('en-GB'))
  const megabytes = (size / 1_000_000).toFixed(1)
  return `Backed up ${peopleText} people (${rowsText} rows, ${megabytes} MB) to ${name} in ${place}, and verified the backup by restoring it.`
}
