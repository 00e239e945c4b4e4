import { answerBackupCommand } from '#server/backups/answer-backup-command.ts'
import { knockForBackup } from '#server/backups/backup-door.ts'
import { BackupFailed } from '#server/backups/backup-failed.ts'
import { loadConfig, processEnvironment } from '#server/config.ts'
import { hasCluster } from '#server/db/embedded/cluster-folder.ts'
import { DataFolderInUse } from '#server/db/embedded/lock.ts'
import type { OpenDatabase } from '#server/db/open.ts'
import { withDatabase } from '#server/db/with-database.ts'
import { runCommand } from './run-command.ts'

/**
 * `npm run backup`: a backup now, whether or not the site runs. The one that has the embedded database
 * makes it itself; a PostgreSQL server is copied from here.
 */
await runCommand(async () => {
  const config = loadConfig(processEnvironment())
  if (!config.databaseUrl && !hasCluster(config.dataDir)) {
    throw new BackupFailed(`There is no database in ${config.dataDir} (DATA_DIR).`)
  }
  try {
    return await withDatabase(config, async (opened) => {
      await refuseUnlessStarted(opened)
      return answerBackupCommand(config, opened)
    })
  } catch (error) {
    if (!(error instanceof DataFolderInUse)) throw error
    return knockForBackup(config.dataDir)
  }
})

/** A backup changes no table: not even to the ones that a newer release needs. */
async function refuseUnlessStarted({ pool }: OpenDatabase) {
  const { rows } = await pool.query("select to_regclass('backups') is not null as is_there")
  if (rows[0].is_there) return
  throw new BackupFailed(
    'This release was never started on the database. Start it first, or use "npm run export".',
  )
}
