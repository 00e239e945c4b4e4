import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { syncFolder } from './sync-folder.ts'

/** Names within a data folder that a restore uses: `replaceCluster`, `npm run restore`. */
export const restoreNames = { before: 'database-before-', fresh: 'restoring-', fetched: 'fetched-' }

/** No restore takes longer: what is older was left by one that was ended. */
const leftAfterMs = 24 * 60 * 60 * 1000

/**
 * What a restore that was ended in its middle left in `dataDir`. Where it had moved the database,
 * `cluster`, aside and put nothing in its place, that is put back; gives words that say so. The caller holds the
 * lock, so no restore is under way.
 */
export function mendCutOffRestore(dataDir: string, cluster: string, now: Date): string | undefined {
  const names = readdirSync(dataDir)
  for (const name of names) {
    const isWork = name.startsWith(restoreNames.fresh) || name.startsWith(restoreNames.fetched)
    const path = join(dataDir, name)
    if (isWork && +now - statSync(path).mtimeMs > leftAfterMs) rmSync(path, { recursive: true })
  }
  if (existsSync(cluster)) return undefined
  const before = names.filter((name) => name.startsWith(restoreNames.before)).toSorted()
  const newest = before.at(-1)
  if (newest === undefined) return undefined
  renameSync(join(dataDir, newest), cluster)
  syncFolder(dataDir)
  return `A restore was ended before its database was in place. The one before it (${newest}) is back: restore again if you want the copy.`
}
