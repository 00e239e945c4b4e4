import { mkdtempSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { clusterFolder, hasCluster } from '#server/db/embedded/cluster-folder.ts'
import { restoreNames } from '#server/db/embedded/mend-cut-off-restore.ts'
import { syncFolder } from '#server/db/embedded/sync-folder.ts'
import { openDatabase, type OpenDatabase } from '#server/db/open.ts'

/**
 * Makes the embedded database of `dataDir` anew with what `fill` puts there. The one before is moved
 * aside once the new one is whole, and never deleted; gives where it lies. The caller holds the lock.
 */
export async function replaceCluster(
  dataDir: string,
  now: Date,
  fill: (opened: OpenDatabase) => Promise<void>,
): Promise<string | undefined> {
  const fresh = mkdtempSync(join(dataDir, restoreNames.fresh))
  try {
    const opened = await openDatabase({ dataDir: fresh })
    try {
      await fill(opened)
    } finally {
      await opened.close()
    }
    const folder = clusterFolder(dataDir)
    const moment = now.toISOString().replaceAll(/[:.]/g, '-')
    const aside = join(dataDir, restoreNames.before + moment)
    const isReplaced = hasCluster(dataDir)
    if (isReplaced) renameSync(folder, aside)
    renameSync(clusterFolder(fresh), folder)
    syncFolder(dataDir)
    return isReplaced ? aside : undefined
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
}
