import { sql } from 'drizzle-orm'
import { keepDays } from '#features/webhooks/rules.ts'
import type { Db } from '#platform/db/open.ts'

const dayMs = 24 * 60 * 60_000
const portion = 10_000

/** Deletes deliveries that ended more than `keepDays` ago. */
export async function sweepWebhooks(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - keepDays * dayMs).toISOString()
  await db.execute(sql`delete from webhook_deliveries where id = any(array(
    select id from webhook_deliveries where state <> 'waiting' and ended_at < ${before}
    limit ${portion}))`)
}
