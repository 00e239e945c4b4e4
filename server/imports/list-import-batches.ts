import { desc } from 'drizzle-orm'
import type { ImportBatch } from '#shared/contract/import-batches.ts'
import type { Db } from '#server/db/open.ts'
import { importBatches } from '#server/db/tables/desk.ts'

const mostListed = 200

/** The latest imports, newest first. */
export async function listImportBatches(db: Db): Promise<ImportBatch[]> {
  const rows = await db
    .select()
    .from(importBatches)
    .orderBy(desc(importBatches.startedAt), desc(importBatches.id))
    .limit(mostListed)
  return rows.map(presentBatch)
}

export function presentBatch(row: typeof importBatches.$inferSelect): ImportBatch {
  return {
    ...row,
    startedAt: row.startedAt.toISOString(),
    undoBeganAt: row.undoBeganAt?.toISOString() ?? null,
    undoneAt: row.undoneAt?.toISOString() ?? null,
  }
}
