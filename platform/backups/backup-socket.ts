import { askThroughDoor, doorFiles, DoorRefused, openDoor } from '#platform/door/door.ts'
import { BackupFailed } from './backup-store.ts'

const file = doorFiles.backups

/** Opens the local socket on which `npm run backup` asks a site with an embedded database for a backup. */
export function openBackupSocket(dataDir: string, make: () => Promise<string>) {
  return openDoor(dataDir, { file }, make)
}

/**
 * Asks the running site that uses `dataDir` for a backup and waits for it. Returns the message to print; throws
 * BackupFailed with the site's message.
 */
export async function requestBackup(dataDir: string): Promise<string> {
  const unheard = `The site on ${dataDir} does not answer. It may be starting or stopping. Try again in a minute.`
  return askThroughDoor(dataDir, { file, unheard }).catch((error: unknown) => {
    if (error instanceof DoorRefused) throw new BackupFailed(error.message, { cause: error.cause })
    throw error
  })
}
