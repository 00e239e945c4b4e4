import { sql } from 'drizzle-orm'
import type { TimeContext } from '#kernel/event-time.ts'
import type { Db } from '#platform/db/open.ts'
import { memberPageAccess, memberPageAccessSums } from '#schema/library.ts'

/**
 * SQL for all uses as rows `a` of `email`, `access_type`, `last_at` and `uses`: individual ones and
 * sums of deleted ones.
 */
export const allUses = sql`(
  select email, access_type, accessed_at as last_at, 1 + repeats as uses from ${memberPageAccess}
  union all
  select email, access_type, last_at, uses from ${memberPageAccessSums}) a`

/** Rows per sweep, so that few rows are locked for a short time: about three million a day. */
const portion = 1000

/**
 * Deletes uses older than so many months and adds them to the sums in the same statement, so that
 * all figures stay the same. A use is kept while its session is open, because a closing visit
 * updates the row of its opening. Whole days are deleted at once, so that each sum covers many
 * uses.
 */
export async function sweepUsage(
  db: Db,
  months: number,
  { now, timeZone }: TimeContext,
): Promise<void> {
  const today = sql`date_trunc('day', ${now.toISOString()}::timestamptz at time zone ${timeZone})`
  await db.execute(sql`
    with removed as (
      delete from ${memberPageAccess} where id in (
        select id from ${memberPageAccess} where session_id is null
          and accessed_at < (${today} - make_interval(months => ${months}::int)) at time zone ${timeZone}
        order by accessed_at limit ${portion})
      returning email, access_type, video_id, accessed_at, repeats)
    insert into ${memberPageAccessSums} (email, access_type, video_id, day, uses, last_at)
    select email, access_type, video_id, (accessed_at at time zone ${timeZone})::date,
      sum(1 + repeats), max(accessed_at)
    from removed group by 1, 2, 3, 4`)
}
