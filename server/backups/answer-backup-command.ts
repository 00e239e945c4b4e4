import { systemClock } from '#server/clock.ts'
import type { Config } from '#server/config.ts'
import type { OpenDatabase } from '#server/db/open.ts'
import { BackupFailed } from './backup-failed.ts'
import { describeBackup } from './describe-backup.ts'
import { makeBackup } from './make-backup.ts'
import { openBackupStore } from './open-copy-store.ts'

type Asked = Pick<OpenDatabase, 'db' | 'pool' | 'kind' | 'url'>

/** Makes a backup at once for `npm run backup`, in the site or in the command; gives the words to print. */
export async function answerBackupCommand(
  { backup, dataDir }: Pick<Config, 'backup' | 'dataDir'>,
  database: Asked,
): Promise<string> {
  if (!backup) throw new BackupFailed('BACKUP_URL is not set: there is no place for copies.')
  const store = openBackupStore(backup)
  const made = await makeBackup(database.db, { store, database, dataDir, now: systemClock.now })
  if (made) return describeBackup(made, store.place)
  throw new BackupFailed('A copy is being made at this moment. Nothing more was done.')
}
