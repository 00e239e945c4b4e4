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
  /** Keys that encrypt the backup; without them the backup is plain text. */
  keys?: EncryptionKeys
  now: () => Date
  /** Aborting this signal cancels the backup. */
  signal?: AbortSignal
  /** Replaces the child processes that write and verify the backup. */
  runTask?: typeof runBackupTask
}

type Backup = { name: string; people: number; rows: number; size: number }

const workPrefix = 'copying-'
/** How long results of backup attempts are kept, in milliseconds. */
const notedMs = 400 * 24 * 60 * 60_000

/**
 * Makes a backup of the database while it is in use, verifies it by restoring it, stores it, and
 * deletes expired backups. Records the result for the admin area. Returns undefined if another
 * backup is running. Throws BackupFailed, which leaves older backups untouched.
 */
export async function makeBackup(db: Db, context: BackupContext): Promise<Backup | undefined> {
  return withBackupLock(context.database, async () => {
    const madeAt = context.now()
    const name = nameBackup(madeAt, { isEncrypted: context.keys !== undefined })
    const note = (found: Partial<Backup> & { failure?: string }) =>
      db.insert(backups).values({ madeAt, name, ...found, endedAt: context.now() })
    let made: Backup
    try {
      // Check first that the store is usable, before the database is copied.
      await context.store.list()
      made = { name, ...(await makeAndStore(name, madeAt, context)) }
    } catch (error) {
      // Do not record a failure when the process stops: the next start makes the backup.
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
 * Deletes temporary folders of killed processes. Other nodes may share the folder, so young ones
 * are left alone.
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

/** Time of day in the display time zone, when few visitors are on the site. */
const timeOfDay = '03:00'
const dayMs = 24 * 60 * 60_000
const retryMs = 60 * 60_000

/**
 * Queues the daily backup when it is due, and hourly retries after a failure, from whichever node
 * runs the sweep. A site that was down at that time, or is new, gets its backup at once.
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
  // At most one job an hour, even if every attempt crashes its node.
  await jobs.send(db, 'make-backup', [{}], { singletonSeconds: retryMs / 1000 })
}

function lastDue(now: Date, timeZone: string): Date {
  const today = instantInZone(dayInZone(now, timeZone), timeOfDay, timeZone)
  if (today <= now) return today
  return instantInZone(dayInZone(new Date(now.getTime() - dayMs), timeZone), timeOfDay, timeZone)
}

type BackupPlace = Pick<LiveSettings, 'backup' | 'backupKeys'> & Pick<Config, 'dataDir'>
type Asked = Pick<OpenDatabase, 'db' | 'pool' | 'kind' | 'url'>

/** Messages for a missing BACKUP_URL in the command's or the running site's environment. */
const unset = {
  command: 'BACKUP_URL is not set, so there is no place for backups.',
  site: 'The running site has no BACKUP_URL. Set it in the admin area, or in its environment and restart it.',
}

/** Makes a backup for `npm run backup`, in the site or in the command, and returns the message to print. */
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

/** Describes a finished backup for the operator. */
function describeBackup({ name, people, rows, size }: Backup, place: string): string {
  const [peopleText, rowsText] = [people, rows].map((count) => count.toLocaleString('en-GB'))
  const megabytes = (size / 1_000_000).toFixed(1)
  return `Backed up ${peopleText} people (${rowsText} rows, ${megabytes} MB) to ${name} in ${place}, and verified the backup by restoring it.`
}
