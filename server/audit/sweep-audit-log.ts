import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'

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
