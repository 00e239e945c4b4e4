import { askThroughDoor, doorFiles, DoorRefused, openDoor } from '#platform/door/door.ts'
import { BackupFailed } from './backup-store.ts'

const file = doorFiles.backups

/** Through it `npm run backup` asks the site that has the embedded database. */
export function openBackupSocket(dataDir: string, make: () => Promise<string>) {
  return openDoor(dataDir, { file }, make)
}

/** Asks the site that runs on the data folder for a backup and waits for it; gives what it says. */
export async function requestBackup(dataDir: string): Promise<string> {
  const unheard = `The site on ${dataDir} cannot be asked for a copy. Is it just starting, or stopping?`
  return askThroughDoor(dataDir, { file, unheard }).catch((error: unknown) => {
    if (error instanceof DoorRefused) throw new BackupFailed(error.message, { cause: error.cause })
    throw error
  })
}
