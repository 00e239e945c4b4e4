import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'

/**
 * Makes seats due whose last try failed more than a minute ago and whose next one is far away, longest
 * waiting first. It costs them none of their tries. A time that Zoom itself named is kept.
 */
export async function requeueSeats(db: Db, most = 10_000): Promise<void> {
  await db.execute(sql`update jobs.job
    set start_after = now(), retry_limit = retry_limit + 1
    where name = 'take-webinar-seat' and id = any(array(select j.id from jobs.job j
      where j.name = 'take-webinar-seat' and j.state = 'retry' and j.retry_backoff
        and j.start_after > now() and j.started_on < now() - interval '1 minute'
      order by j.started_on limit ${most} for update skip locked))`)
}
