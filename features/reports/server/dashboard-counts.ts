import { sql } from 'drizzle-orm'
import { allUses } from '#features/library/server/usage-sums.ts'
import type { DashboardCounts } from '#features/reports/contract.ts'
import { isOnlyViewer } from '#platform/db/count-people.ts'
import type { Db } from '#platform/db/open.ts'
import { countRows, type Turns, createPortions } from '#platform/db/read-in-turns.ts'
import { events } from '#schema/events.ts'
import { users } from '#schema/people.ts'
import { eventRegistrations, videoAccess } from '#schema/registrations.ts'

export async function getDashboardCounts(db: Db, turns: Turns): Promise<DashboardCounts> {
  const [registrations, registered, viewing, viewers, allEvents, uses] = await Promise.all([
    countRows(db, turns, users),
    countRows(db, turns, eventRegistrations, sql`${eventRegistrations.userId} is not null`),
    countRows(db, turns, videoAccess),
    countRows(db, turns, videoAccess, isOnlyViewer),
    countRows(db, turns, events),
    countUses(db, turns),
  ])
  return {
    registrations,
    eventRegistrations: registered,
    videoAccess: viewing,
    events: allEvents,
    people: registrations + viewers,
    ...uses,
  }
}

/** Number of emails whose visits one query counts: the number to start with, the minimum and the maximum. */
const emails = { first: 500, least: 250, most: 5000 }

type Uses = {
  totalVisits: number
  videoWatches: number
  uniqueUsers: number
  /** Number of distinct emails of known people that used the library. */
  peopleWithAccess: number
}

/** Counts visits and watched recordings in the library, a range of emails at a time by the index on the email. */
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
      select email, sum(uses) filter (where access_type = 'page_visit') as visits,
        sum(uses) filter (where access_type = 'video_watch') as watches
      from ${allUses}
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
