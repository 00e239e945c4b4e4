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
  /** Encrypts the backup; unset: it is plain. */
  keys?: EncryptionKeys
  now: () => Date
  /** Ends it early, without a backup. */
  signal?: AbortSignal
  /** Writes and proves; unset: in processes of their own. */
  runTask?: typeof runBackupTask
}

type Backup = { name: string; people: number; rows: number; size: number }

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
    const name = nameBackup(madeAt, { isEncrypted: context.keys !== undefined })
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

/** On the display zone's clock: when few people are about. */
const timeOfDay = '03:00'
const dayMs = 24 * 60 * 60_000
const retryMs = 60 * 60_000

/**
 * Asks for the day's backup once its time has come, and after a failure every hour, whichever node the
 * sweep runs on. A site that slept at that time, or is new, gets its backup at once.
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
  // One an hour even if it takes its node with it each time.
  await jobs.send(db, 'make-backup', [{}], { singletonSeconds: retryMs / 1000 })
}

function lastDue(now: Date, timeZone: string): Date {
  const today = instantInZone(dayInZone(now, timeZone), timeOfDay, timeZone)
  if (today <= now) return today
  return instantInZone(dayInZone(new Date(now.getTime() - dayMs), timeZone), timeOfDay, timeZone)
}

type BackupPlace = Pick<LiveSettings, 'backup' | 'backupKeys'> & Pick<Config, 'dataDir'>
type Asked = Pick<OpenDatabase, 'db' | 'pool' | 'kind' | 'url'>

/** Whose settings hold: the command's, or those that the running site was started with. */
const unset = {
  command: 'BACKUP_URL is not set: there is no place for copies.',
  site: 'The site that runs here has no BACKUP_URL, and so no place for copies. Set it in the admin area, or for the site, which is then started again.',
}

/** Makes a backup at once for `npm run backup`, in the site or in the command; gives the words to print. */
export async function answerBackupCommand(
  { backup, backupKeys: keys, dataDir }: BackupPlace,
  database: Asked,
  asked: keyof typeof unset = 'command',
): Promise<string> {
  if (!backup) throw new BackupFailed(unset[asked])
  const store = openBackupStore(backup)
  const context = { store, database, dataDir, keys, now: systemClock.now }
  const made = await makeBackup(database.db, context)
  if (made) return describeBackup(made, store.place)
  throw new BackupFailed('A copy is being made at this moment. Nothing more was done.')
}

/** What an operator reads of a backup that was made. */
function describeBackup({ name, people, rows, size }: Backup, place: string): string {
  const [peopleText, rowsText] = [people, rows].map((count) => count.toLocaleString('en-GB'))
  const megabytes = (size / 1_000_000).toFixed(1)
  return `Copied ${peopleText} people (${rowsText} rows, ${megabytes} MB) to ${name} in ${place}, and proved it by making a database from it.`
}
