import { sql } from 'drizzle-orm'
import type { Reports } from '#shared/contract/desk-figures.ts'
import type { TimeContext } from '#shared/time-context.ts'
import { watchedFrom } from '#shared/watch-progress.ts'
import type { Db } from '#server/db/open.ts'
import { events } from '#server/db/tables/events.ts'
import { watchedShare } from '#server/library/progress-columns.ts'
import { countPeople } from './count-people.ts'
import type { Turns } from './create-turns.ts'
import { listAttendance } from './list-attendance.ts'
import { listRegistrationDays } from './list-registration-days.ts'
import { listTodaysCounts } from './list-seats-of-today.ts'
import { listUsageDays } from './list-usage-days.ts'

/** Numbers for the admin area's pictures; a day is one of the display zone. Specification, "Admin area". */
export async function getReports(db: Db, turns: Turns, time: TimeContext): Promise<Reports> {
  const [people, registrations, usage, watched, attendance] = await Promise.all([
    countPeople(db, turns),
    listRegistrationDays(db, turns, time.timeZone),
    listUsageDays(db, turns, time.timeZone),
    listWatchedShares(db, turns),
    listAttendance(db, turns, time),
  ])
  const today = await listTodaysCounts(db, turns, time)
  return { people, registrations, usage, watched, attendance, today }
}

/** Everything counts, whoever may see it: an e-mail is one watcher, verified or not. */
async function listWatchedShares(db: Db, turns: Turns) {
  const share = watchedShare({ watched: sql`watched`, duration: sql`duration` })
  const watched: Reports['watched'] = []
  for (const { id } of await turns(() => db.select({ id: events.id }).from(events))) {
    const query = sql`
      with parts as (
        select email, watched, duration, updated_at from watch_progress where event_id = ${id}::int
        union all select email, watched, duration, updated_at from session_watch_progress
          where event_id = ${id}::int),
      whole as (
        select range_agg(watched) as watched,
          (array_agg(duration order by updated_at desc))[1] as duration
        from parts group by email),
      shares as (select ${share} as share from whole)
      select ${id}::int as "eventId", count(*)::int as watchers, avg(share)::float8 as "averageShare",
        (count(*) filter (where share >= ${watchedFrom}))::int as finished
      from shares having count(*) > 0`
    watched.push(...(await turns(() => db.execute<(typeof watched)[number]>(query))).rows)
  }
  return watched.toSorted((one, other) => one.eventId - other.eventId)
}
