import { requestBackup } from '#platform/backups/backup-socket.ts'
import { BackupFailed } from '#platform/backups/backup-store.ts'
import { answerBackupCommand } from '#platform/backups/make-backup.ts'
import { DataFolderInUse } from '#platform/db/embedded/lock.ts'
import type { OpenDatabase } from '#platform/db/open.ts'
import { findDatabase, withDatabase, runCommand } from './command.ts'

/**
 * `npm run backup`: a backup now, whether or not the site runs. The one that has the embedded database
 * makes it itself; a PostgreSQL server is copied from here.
 */
await runCommand(async () => {
  const config = findDatabase()
  try {
    return await withDatabase(config, async (opened) => {
      await refuseUnlessStarted(opened)
      return answerBackupCommand(config, opened)
    })
  } catch (error) {
    if (!(error instanceof DataFolderInUse)) throw error
    return requestBackup(config.dataDir)
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
