import { sql } from 'drizzle-orm'
import type { TimeContext } from '#kernel/event-time.ts'
import type { Db } from '#platform/db/open.ts'
import { memberPageAccess, memberPageAccessSums } from '#schema/library.ts'

/**
 * SQL for all uses of the library, as rows `a` with `email`, `access_type`, `last_at` and the number of
 * `uses`: the individual rows, and the sums of deleted rows.
 */
export const allUses = sql`(
  select email, access_type, accessed_at as last_at, 1 + repeats as uses from ${memberPageAccess}
  union all
  select email, access_type, last_at, uses from ${memberPageAccessSums}) a`

/**
 * Maximum number of rows to delete in one statement, so that few rows are locked for a short time. This suffices for
 * about three million rows a day.
 */
const portion = 1000

/**
 * Deletes uses of the library that are older than `months`, and adds them to the sums in the same
 * statement, so that statistics do not change. Keeps a use while its session exists, because the call that
 * closes a visit updates the row. Deletes whole days at once, so that each sum covers many uses.
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
