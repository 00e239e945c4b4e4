import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'
import { users, videoAccess } from '#server/db/tables/people.ts'
import { memberPageAccess } from '#server/db/tables/sessions.ts'
import { createPortions } from './create-portions.ts'
import type { Turns } from './create-turns.ts'

/** E-mails at once, each with its few visits. */
const emails = { first: 500, least: 250, most: 5000 }

export type Uses = {
  totalVisits: number
  videoWatches: number
  uniqueUsers: number
  /** Different e-mails that are still known; some were forgotten. */
  peopleWithAccess: number
}

/** Counts how the library is used, along the index by e-mail. Specification, "Usage". */
export async function countUses(db: Db, turns: Turns): Promise<Uses> {
  const sum: Uses = { totalVisits: 0, videoWatches: 0, uniqueUsers: 0, peopleWithAccess: 0 }
  const inPortions = createPortions(turns, { ...emails, isUrgent: true })
  for (let after: string | undefined; ;) {
    const { some, isLast } = await inPortions(async (size) => {
      const uses = await readUses(db, after, size)
      return { some: uses, isLast: uses.uniqueUsers < size }
    })
    for (const name of Object.keys(sum) as (keyof Uses)[]) sum[name] += some[name]
    if (isLast) return sum
    after = some.last
  }
}

async function readUses(db: Db, after: string | undefined, size: number) {
  const { rows } = await db.execute<Uses & { last: string }>(sql`
    with uses as (
      select email, count(*) filter (where access_type = 'page_visit') as visits,
        count(*) filter (where access_type = 'video_watch') as watches
      from ${memberPageAccess}
      where ${after === undefined ? sql`true` : sql`email > ${after}`}
      group by email order by email limit ${size}::int)
    select coalesce(sum(visits), 0)::int as "totalVisits",
      coalesce(sum(watches), 0)::int as "videoWatches", count(*)::int as "uniqueUsers",
      (select count(*)::int from (
        select u.email from ${users} u where u.email = any(array(select email from uses))
        union select v.email from ${videoAccess} v where v.email = any(array(select email from uses))
      ) known) as "peopleWithAccess",
      max(email) as last
    from uses`)
  return rows[0]!
}
