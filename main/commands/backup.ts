import { requestBackup } from '#platform/backups/backup-socket.ts'
import { BackupFailed } from '#platform/backups/backup-store.ts'
import { answerBackupCommand } from '#platform/backups/make-backup.ts'
import { makeEncryptionKey } from '#platform/encryption/encryption.ts'
import { DataFolderInUse } from '#platform/db/embedded/lock.ts'
import type { OpenDatabase } from '#platform/db/open.ts'
import { readSettings } from '#platform/settings/settings-store.ts'
import { findDatabase, withDatabase, runCommand } from './command.ts'

/**
 * `npm run backup`: makes a backup now. If a site with the embedded database is running, this command asks that
 * site to make the backup. `npm run backup -- keygen` prints a new BACKUP_KEY.
 */
await runCommand(async ([action]) => {
  if (action === 'keygen') return describeNewKey()
  if (action)
    throw new BackupFailed(
      'Usage: npm run backup, or npm run backup -- keygen for a new BACKUP_KEY.',
    )
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

/** Throws if the database has no table of backups yet, because making a backup must not migrate the database. */
async function refuseUnlessStarted({ pool }: OpenDatabase) {
  const { rows } = await pool.query("select to_regclass('backups') is not null as is_there")
  if (rows[0].is_there) return
  throw new BackupFailed(
    'This release has never started on the database. Start it first, or use "npm run export".',
  )
}

/** Returns a new BACKUP_KEY with comments. The text is also a valid identity file for `age -i`. */
async function describeNewKey() {
  const { identity, recipient } = await makeEncryptionKey()
  return [
    '# Set BACKUP_KEY to this identity and keep a copy elsewhere: without it no backup can be decrypted.',
    identity,
    '# Its recipient, which can only encrypt:',
    `# ${recipient}`,
  ].join('\n')
}
