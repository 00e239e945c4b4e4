import { mkdtempSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { clusterFolder, hasCluster } from './cluster-folder.ts'
import { openDatabase, type OpenDatabase } from './open.ts'
import { syncFolder } from './sync-folder.ts'

/**
 * Makes the embedded database of `dataDir` anew with what `fill` puts there. The one before is moved
 * aside once the new one is whole, and never deleted; gives where it lies. The caller holds the lock.
 */
export async function replaceCluster(
  dataDir: string,
  now: Date,
  fill: (opened: OpenDatabase) => Promise<void>,
): Promise<string | undefined> {
  const fresh = mkdtempSync(join(dataDir, 'restoring-'))
  try {
    const opened = await openDatabase({ dataDir: fresh })
    try {
      await fill(opened)
    } finally {
      await opened.close()
    }
    const folder = clusterFolder(dataDir)
    const aside = `${folder}-before-${now.toISOString().replaceAll(/[:.]/g, '-')}`
    const isReplaced = hasCluster(dataDir)
    if (isReplaced) renameSync(folder, aside)
    renameSync(clusterFolder(fresh), folder)
    syncFolder(dataDir)
    return isReplaced ? aside : undefined
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
}
