import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import { openBackupFolder } from '#server/backups/copy-folder.ts'
import type { BackupStore } from '#server/backups/copy-store.ts'
import { openBackupStore } from '#server/backups/open-copy-store.ts'
import type { Config } from '#server/config.ts'

/** An erasure as it stands beside the backups: digests, and nothing that says who it was. */
export const writtenErasure = z.object({
  hashes: z.array(z.string().regex(/^[0-9a-f]{64}$/)).min(1),
  topics: z.array(z.enum(['news', 'reminders'])),
  erasedAt: z.iso.datetime(),
})
export type WrittenErasure = z.output<typeof writtenErasure>

const beginning = 'greenroom-erasure-'

/** The same name at every try. */
export function nameErasure({ hashes, erasedAt }: WrittenErasure): string {
  const digest = createHash('sha256').update(hashes.join()).digest('hex').slice(0, 16)
  return `${beginning}${erasedAt.replaceAll(/[:.]/g, '-')}-${digest}.json`
}

export function isErasureName(name: string): boolean {
  return name.startsWith(beginning) && name.endsWith('.json')
}

/** Beside the backups where they are kept, else in the data folder, which a restore leaves alone. */
export function openErasureStore({
  backup,
  dataDir,
}: Pick<Config, 'backup' | 'dataDir'>): BackupStore {
  return backup ? openBackupStore(backup) : openBackupFolder(join(dataDir, 'erasures'))
}
