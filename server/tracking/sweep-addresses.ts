import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'

const dayMs = 24 * 60 * 60_000
/** Of one sweep, so that nobody waits for it: two million rows a day. */
const portion = 1000

/** Blanks the addresses and user agents of usage rows after so many days; what was used stays for figures. */
export async function sweepAddresses(db: Db, days: number, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - days * dayMs)
  await db.execute(sql`
    update member_page_access set ip_address = null, user_agent = null
    where id in (select id from member_page_access where accessed_at < ${oldest.toISOString()}
      and (ip_address is not null or user_agent is not null) order by accessed_at limit ${portion})`)
}
