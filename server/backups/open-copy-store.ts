import type { BackupConfig } from '#server/settings/backup-settings.ts'
import { openCopyBucket } from './copy-bucket.ts'
import { openCopyFolder } from './copy-folder.ts'
import type { CopyStore } from './copy-store.ts'

export function openCopyStore(config: BackupConfig): CopyStore {
  return config.kind === 'folder' ? openCopyFolder(config.folder) : openCopyBucket(config)
}
