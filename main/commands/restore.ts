import { existsSync, mkdirSync, mkdtempSync, rmSync, renameSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { stopAfterCopy } from '#features/announcements/server/stop-after-copy.ts'
import { erasurePlace } from '#features/erasure/server/complete-erasure.ts'
import { readErasureFiles, reapplyErasures } from '#features/erasure/server/erase-after-restore.ts'
import { removeRestoredQuotes } from '#features/feedback/server/quotes.ts'
import { writeAuditEntry } from '#platform/audit/write-audit-entry.ts'
import { openBackupStore } from '#platform/backups/backup-store.ts'
import { readBackupName } from '#platform/backups/kept-backups.ts'
import { readCopyFile } from '#platform/db/copy/copy-file.ts'
import { importDatabase } from '#platform/db/copy/import-database.ts'
import { restoreNames, clusterFolder, hasCluster } from '#platform/db/embedded/cluster-folder.ts'
import { lockDataFolder } from '#platform/db/embedded/lock.ts'
import { syncFolder } from '#platform/db/embedded/sync-folder.ts'
import { type OpenDatabase, openDatabase } from '#platform/db/open.ts'
import { UnusableDatabase } from '#platform/errors/operator-error.ts'
import { repairPeople } from '#platform/people/save-people.ts'
import {
  loadConfig,
  processEnvironment,
  type Config,
  type LiveSettings,
} from '#platform/settings/config.ts'
import { readSettings } from '#platform/settings/settings-store.ts'
import { describeLostKey } from '#platform/signed-links/signed-links.ts'
import { withDatabase, runCommand } from './command.ts'

const newest = 'newest'

/**
 * `npm run restore -- FILE`: restores a backup. An embedded database is replaced, and the old one is renamed,
 * never deleted; a PostgreSQL database must be empty.
 */
await runCommand(async ([source]) => {
  const config = await findSettings()
  if (!source) throw new UnusableDatabase(await describeChoice(config))
  if (existsSync(source)) return restore(config, source)
  const folder = mkdtempSync(join(makeDataDir(config), restoreNames.fetched))
  try {
    return await restore(config, await fetchBackup(config, source, folder))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

type Settings = Config & LiveSettings

/**
 * Returns the settings from environment variables and from the database that the restored backup will replace, such
 * as BACKUP_URL. If that database or its encryption key is lost, returns only those from the environment.
 */
async function findSettings(): Promise<Settings> {
  const config = loadConfig(processEnvironment())
  if (!config.databaseUrl && !hasCluster(config.dataDir)) return config
  try {
    const read = ({ db }: OpenDatabase) => readSettings(db, config)
    return { ...config, ...(await withDatabase(config, read)) }
  } catch {
    return config
  }
}

async function restore(config: Settings, file: string) {
  const name = basename(file)
  const now = new Date()
  let count = 0
  let erased = 0
  let lost: string | undefined
  let stopped: string | undefined
  let removed: string | undefined
  const done = () =>
    [
      `Restored ${count} rows from ${name}.`,
      ' Backups contain no two-factor authentication and no passwords or keys of settings. Administrators must set them up again.',
      erased === 1 && ' 1 person who was erased after the backup was erased again.',
      erased > 1 && ` ${erased} people who were erased after the backup were erased again.`,
      stopped && ` ${stopped}`,
      removed && ` ${removed}`,
      lost && ` ${lost}`,
    ]
      .filter(Boolean)
      .join('')
  // Read the files that list erased people first: if they are unreadable, restoring the backup would bring these people
  // back.
  const erasures = await readErasureFiles(erasurePlace(config))
  async function fill(opened: OpenDatabase) {
    const load = (text: AsyncIterable<string>) => importDatabase(opened, text)
    const { rows } = await readCopyFile(file, load, config.backupKeys)
    await repairPeople(opened.db)
    await writeAuditEntry(opened.db, null, { action: 'restore', subject: name, now })
    erased = await reapplyErasures(opened.db, erasures, now)
    stopped = await stopAfterCopy(opened.db, now)
    removed = await removeRestoredQuotes(opened.db, now)
    count = rows
    lost = await describeLostKey(opened.db)
  }
  if (config.databaseUrl) {
    await withDatabase(config, fill)
    return done()
  }
  const lock = await lockDataFolder(config.dataDir)
  try {
    const aside = await replaceCluster(resolve(config.dataDir), now, fill)
    const before = aside
      ? ` The previous database is in ${aside}. Delete it when everything works.`
      : ''
    return `${done()}${before}`
  } finally {
    await lock.release()
  }
}

/**
 * Downloads the backup named `source`, or the newest, from BACKUP_URL to `folder`, and returns the path of the
 * file.
 */
async function fetchBackup({ backup }: LiveSettings, source: string, folder: string) {
  if (!backup) throw new UnusableDatabase(`There is no file ${source}, and BACKUP_URL is not set.`)
  const store = openBackupStore(backup)
  const names = (await store.list()).filter((name) => readBackupName(name)).toSorted()
  const name = source === newest ? names.at(-1) : names.find((one) => one === source)
  if (!name) {
    throw new UnusableDatabase(`There is no file ${source}, and no such backup in ${store.place}.`)
  }
  const file = join(folder, name)
  await store.fetch(name, file)
  return file
}

async function describeChoice({ backup }: LiveSettings) {
  const usage = `Usage: npm run restore -- FILE, the name of a backup in BACKUP_URL, or ${newest}.`
  if (!backup) return usage
  const store = openBackupStore(backup)
  const names = (await store.list())
    .filter((name) => readBackupName(name))
    .toSorted()
    .toReversed()
  return [
    usage,
    `In ${store.place} there ${names.length === 0 ? 'is none.' : 'are:'}`,
    ...names,
  ].join('\n')
}

function makeDataDir({ dataDir }: Config) {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  return dataDir
}

/**
 * Replaces the embedded database in `dataDir` with a new one that `fill` fills. When the new database is
 * complete, moves the old one to another folder, and returns that folder; undefined if there was no old
 * database. The caller holds the lock of `dataDir`.
 */
async function replaceCluster(
  dataDir: string,
  now: Date,
  fill: (opened: OpenDatabase) => Promise<void>,
): Promise<string | undefined> {
  const fresh = mkdtempSync(join(dataDir, restoreNames.fresh))
  try {
    const opened = await openDatabase({ dataDir: fresh })
    try {
      await fill(opened)
    } finally {
      await opened.close()
    }
    const folder = clusterFolder(dataDir)
    const moment = now.toISOString().replaceAll(/[:.]/g, '-')
    const aside = join(dataDir, restoreNames.before + moment)
    const isReplaced = hasCluster(dataDir)
    if (isReplaced) renameSync(folder, aside)
    renameSync(clusterFolder(fresh), folder)
    syncFolder(dataDir)
    return isReplaced ? aside : undefined
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
}
