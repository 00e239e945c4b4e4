import { desc, lt, sql } from 'drizzle-orm'
import type { AuditEntry, listAuditLog as contract } from '#features/administrators/contract.ts'
import type { QueryOf, ReplyOf } from '#kernel/endpoint.ts'
import type { Db } from '#platform/db/open.ts'
import { auditLog } from '#schema/platform.ts'

const readAtOnce = 500
/** A page ends after so many rows even if they make few entries: nobody waits for a whole attack. */
const mostRead = 5000

type Row = typeof auditLog.$inferSelect

function readRows(db: Db, before: number | undefined) {
  return db
    .select()
    .from(auditLog)
    .where(before === undefined ? undefined : lt(auditLog.id, before))
    .orderBy(desc(auditLog.id))
    .limit(readAtOnce)
}

/** The entry that a failed sign-in repeats: same name, same address, nothing but failures between. */
function findRepeated(entries: AuditEntry[], row: Row) {
  if (row.action !== 'sign_in_failed') return undefined
  const lastOther = entries.findLastIndex(({ action }) => action !== 'sign_in_failed')
  return entries
    .slice(lastOther + 1)
    .find(({ username, address }) => username === row.username && address === row.address)
}

/**
 * A page of what administrators did, newest first. Repeated failures to sign in are one entry with their
 * count; a page's end may cut such an entry in two, but no row is left out or counted twice.
 */
export async function listAuditLog(
  db: Db,
  { before, limit }: QueryOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const entries: AuditEntry[] = []
  let last = before
  for (let read = 0; read < mostRead; read += readAtOnce) {
    const rows = await readRows(db, last)
    for (const row of rows) {
      const at = row.at.toISOString()
      const repeated = findRepeated(entries, row)
      if (repeated) {
        repeated.count++
        repeated.firstAt = at
      } else if (entries.length < limit) {
        entries.push({ ...row, at, firstAt: at, count: 1 })
      } else {
        return { entries, nextBefore: last ?? null }
      }
      last = row.id
    }
    if (rows.length < readAtOnce) return { entries, nextBefore: null }
  }
  return { entries, nextBefore: last ?? null }
}

/** Of one sweep, so that nobody waits for it. */
const portion = 1000

/**
 * Removes audit lines, with their addresses, after so many months by the database's own clock: the only
 * change that their trigger lets pass, and only in a transaction that says how long they are kept.
 */
export async function sweepAuditLog(db: Db, months: number): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('greenroom.keep_audit_months', ${String(months)}, true)`)
    await tx.execute(sql`delete from audit_log where id in (
      select id from audit_log where at < now() - make_interval(months => ${months}::int)
      order by at limit ${portion})`)
  })
}
