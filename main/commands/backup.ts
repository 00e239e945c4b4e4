import { requestBackup } from '#platform/backups/backup-socket.ts'
import { BackupFailed } from '#platform/backups/backup-store.ts'
import { answerBackupCommand } from '#platform/backups/make-backup.ts'
import { makeEncryptionKey } from '#platform/encryption/encryption.ts'
import { DataFolderInUse } from '#platform/db/embedded/lock.ts'
import type { OpenDatabase } from '#platform/db/open.ts'
import { readSettings } from '#platform/settings/settings-store.ts'
import { findDatabase, withDatabase, runCommand } from './command.ts'

/**
 * `npm run backup`: a backup now, whether or not the site runs. The one that has the embedded database
 * makes it itself; a PostgreSQL server is copied from here. `npm run backup -- keygen`: a BACKUP_KEY.
 */
await runCommand(async ([action]) => {
  if (action === 'keygen') return describeNewKey()
  if (action) throw new BackupFailed('Say nothing for a copy, or keygen for a new BACKUP_KEY.')
  const config = findDatabase()
  try {
    return await withDatabase(config, async (opened) => {
      await refuseUnlessStarted(opened)
      const settings = await readSettings(opened.db, config)
      return answerBackupCommand({ ...config, ...settings }, opened)
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

/** Also a file that the tool `age` takes with -i. */
async function describeNewKey() {
  const { identity, recipient } = await makeEncryptionKey()
  return [
    '# Set BACKUP_KEY to this identity, and keep it in another place as well: without it no copy opens.',
    identity,
    '# Its recipient, which encrypts and opens nothing:',
    `# ${recipient}`,
  ].join('\n')
}
