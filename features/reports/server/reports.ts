import { sql, type SQL } from 'drizzle-orm'
import { watchedFrom } from '#features/library/rules.ts'
import { sharesByEmail } from '#features/library/server/watch-progress.ts'
import type { Reports } from '#features/reports/contract.ts'
import type { TimeContext } from '#kernel/event-time.ts'
import { accessTypes } from '#kernel/values.ts'
import { countPeople } from '#platform/db/count-people.ts'
import type { Db } from '#platform/db/open.ts'
import { type Turns, readStretches, createPortions } from '#platform/db/read-in-turns.ts'
import { events } from '#schema/events.ts'
import { memberPageAccess, memberPageAccessSums } from '#schema/library.ts'
import { eventRegistrations } from '#schema/registrations.ts'
import { listAttendance } from './attendance.ts'
import { listTodaysCounts } from './todays-counts.ts'

/** Returns the data of the statistics page. Days are calendar days in the display zone. */
export async function getReports(db: Db, turns: Turns, time: TimeContext): Promise<Reports> {
  const [people, registrations, usage, watched, attendance] = await Promise.all([
    countPeople(db, turns),
    listRegistrationDays(db, turns, time.timeZone),
    listUsageDays(db, turns, time.timeZone),
    listWatchedShares(db, turns),
    listAttendance(db, turns, time),
  ])
  const today = await listTodaysCounts(db, turns, time)
  return { people, ...registrations, usage, watched, attendance, today }
}

/**
 * Returns how much of each recording was watched; with `ids`, of these events only. Each email counts as one viewer,
 * whether verified or not.
 */
export async function listWatchedShares(
  db: Db,
  turns: Turns,
  ids?: number[],
): Promise<Reports['watched']> {
  const watched: Reports['watched'] = []
  const all = () => turns(() => db.select({ id: events.id }).from(events))
  for (const id of ids ?? (await all()).map((event) => event.id)) {
    const query = sql`
      select ${id}::int as "eventId", count(*)::int as watchers, avg(share)::float8 as "averageShare",
        (count(*) filter (where share >= ${watchedFrom}))::int as finished
      from ${sharesByEmail(sql`event_id = ${id}::int`)} shares having count(*) > 0`
    watched.push(...(await turns(() => db.execute<(typeof watched)[number]>(query))).rows)
  }
  return watched.toSorted((one, other) => one.eventId - other.eventId)
}

type RegistrationDays = Reports['registrations'][number]['days']
type RegistrationStretch = RegistrationDays[number] & { eventId: number; erased: number }

/**
 * Returns the number of registrations per event and day, oldest first, without empty days; and, per event, how many
 * belong to known and to erased people.
 */
async function listRegistrationDays(
  db: Db,
  turns: Turns,
  timeZone: string,
): Promise<Pick<Reports, 'registrations' | 'registered'>> {
  const query = (isWithin: SQL) => sql`
    select event_id as "eventId",
      to_char((created_at at time zone ${timeZone})::date, 'YYYY-MM-DD') as day,
      (count(*) filter (where registration_type = 'confirmed'))::int as confirmed,
      (count(*) filter (where registration_type = 'pre_registration'))::int as "preRegistered",
      (count(*) filter (where user_id is null))::int as erased
    from ${eventRegistrations} where ${isWithin} group by 1, 2`
  const days = new Map<string, RegistrationStretch>()
  for await (const rows of readStretches<RegistrationStretch>(
    db,
    turns,
    eventRegistrations,
    query,
  )) {
    for (const row of rows) {
      const key = `${row.eventId} ${row.day}`
      const before = days.get(key) ?? { ...row, confirmed: 0, preRegistered: 0, erased: 0 }
      days.set(key, {
        ...row,
        confirmed: before.confirmed + row.confirmed,
        preRegistered: before.preRegistered + row.preRegistered,
        erased: before.erased + row.erased,
      })
    }
  }
  const ordered = [...days.values()].toSorted(
    (one, other) => one.eventId - other.eventId || (one.day < other.day ? -1 : 1),
  )
  const ofEvents = Map.groupBy(ordered, ({ eventId }) => eventId)
  return {
    registrations: [...ofEvents].map(([eventId, own]) => ({
      eventId,
      days: own.map(({ day, confirmed, preRegistered }) => ({ day, confirmed, preRegistered })),
    })),
    registered: [...ofEvents].map(([eventId, own]) => {
      const all = own.reduce((sum, row) => sum + row.confirmed + row.preRegistered, 0)
      const erased = own.reduce((sum, row) => sum + row.erased, 0)
      return { eventId, people: all - erased, erased }
    }),
  }
}

type UsageDay = Reports['usage'][number]

const daysAtOnce = { first: 1, least: 1, most: 1000 }
const typesOfUse = sql.param([...accessTypes])

/**
 * Returns visits and watched recordings per day, oldest first, without empty days, including those that now exist
 * only as daily sums. Reads a few days at a time by an index.
 */
async function listUsageDays(db: Db, turns: Turns, timeZone: string): Promise<UsageDay[]> {
  const dayOf = (moment: SQL) => sql`(${moment} at time zone ${timeZone})::date`
  // Find the days of the first and last use of each kind by an index; this avoids reading all rows.
  const ends = accessTypes.map(
    (
      type,
    ) => sql`select ${dayOf(sql`min(accessed_at)`)} as first, ${dayOf(sql`max(accessed_at)`)} as last
      from ${memberPageAccess} where access_type = ${type}`,
  )
  ends.push(sql`select min(day), max(day) from ${memberPageAccessSums}`)
  const { rows: bounds } = await turns(() =>
    db.execute<{ first: string | null; days: number }>(
      sql`select min(first)::text as first, max(last) - min(first) + 1 as days
        from (${sql.join(ends, sql` union all `)}) ends`,
    ),
  )
  const { first, days = 0 } = bounds[0] ?? {}
  if (!first) return []
  const usage: UsageDay[] = []
  const inPortions = createPortions(turns, daysAtOnce)
  for (let from = 0; from < days;) {
    const begun = from
    const { some, until } = await inPortions(async (size) => {
      const end = Math.min(days, begun + size)
      return { some: await readUsageDays(db, timeZone, [first, begun, end]), until: end }
    })
    usage.push(...some)
    from = until
  }
  return usage
}

async function readUsageDays(
  db: Db,
  timeZone: string,
  [first, from, until]: [string, number, number],
) {
  const day = (days: number) => sql`(${first}::date + ${days}::int)`
  const start = (days: number) => sql`(${day(days)}::timestamp at time zone ${timeZone})`
  const { rows } = await db.execute<UsageDay>(sql`
    select to_char(day, 'YYYY-MM-DD') as day,
      coalesce(sum(uses) filter (where access_type = 'page_visit'), 0)::int as visits,
      coalesce(sum(uses) filter (where access_type = 'video_watch'), 0)::int as watches,
      count(distinct email)::int as people
    from (
      select (accessed_at at time zone ${timeZone})::date as day, access_type, 1 + repeats as uses, email
      from ${memberPageAccess}
      where access_type = any(${typesOfUse}::text[])
        and accessed_at >= ${start(from)} and accessed_at < ${start(until)}
      union all
      select day, access_type, uses, email from ${memberPageAccessSums}
      where day >= ${day(from)} and day < ${day(until)}) a
    group by a.day order by a.day`)
  return rows
}
