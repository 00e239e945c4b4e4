import type { BackupConfig } from '#server/settings/backup-settings.ts'
import { openBackupBucket } from './copy-bucket.ts'
import { openBackupFolder } from './copy-folder.ts'
import type { BackupStore } from './copy-store.ts'

export function openBackupStore(config: BackupConfig): BackupStore {
  return config.kind === 'folder' ? openBackupFolder(config.folder) : openBackupBucket(config)
}
