import { desc, lt } from 'drizzle-orm'
import type { QueryOf, ReplyOf } from '#shared/contract/endpoint.ts'
import type { listAuditLog as contract } from '#shared/contract/desk-figures.ts'
import type { Db } from '#server/db/open.ts'
import { auditLog } from '#server/db/desk-schema.ts'

/** A page of what administrators did, newest first. */
export async function listAuditLog(
  db: Db,
  { before, limit }: QueryOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const rows = await db
    .select()
    .from(auditLog)
    .where(before === undefined ? undefined : lt(auditLog.id, before))
    .orderBy(desc(auditLog.id))
    .limit(limit + 1)
  const entries = rows.slice(0, limit).map((row) => ({ ...row, at: row.at.toISOString() }))
  return { entries, nextBefore: rows.length > limit ? entries.at(-1)!.id : null }
}
