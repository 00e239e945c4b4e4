import { isNull, sql, type SQL } from 'drizzle-orm'
import type { DeskFigures } from '#shared/contract/desk-figures.ts'
import { dayInZone, eventStart } from '#shared/event-time.ts'
import type { DeliveryState } from '#shared/messages.ts'
import { watchedFrom } from '#shared/watch-progress.ts'
import type { Db } from '#server/db/open.ts'
import { events } from '#server/db/tables/events.ts'
import { eventRegistrations } from '#server/db/tables/people.ts'
import type { Moment } from '#server/events/moment.ts'
import { watchedShare } from '#server/library/progress-columns.ts'
import { countPeople } from './count-people.ts'
import type { Turns } from './create-turns.ts'
import { listAttendance } from './list-attendance.ts'
import { listRegistrationDays } from './list-registration-days.ts'
import { listUsageDays } from './list-usage-days.ts'
import { readStretches } from './read-stretches.ts'

/** Numbers for the desk's pictures; a day is one of the display zone. Specification, "Desk". */
export async function getDeskFigures(db: Db, turns: Turns, moment: Moment): Promise<DeskFigures> {
  const [people, registrations, usage, watched, attendance] = await Promise.all([
    countPeople(db, turns),
    listRegistrationDays(db, turns, moment.timeZone),
    listUsageDays(db, turns, moment.timeZone),
    listWatchedShares(db, turns),
    listAttendance(db, turns, moment),
  ])
  const today = await listSeatsOfToday(db, turns, moment)
  return { people, registrations, usage, watched, attendance, today }
}

/** Everything counts, whoever may see it: an e-mail is one watcher, verified or not. */
async function listWatchedShares(db: Db, turns: Turns) {
  const share = watchedShare({ watched: sql`watched`, duration: sql`duration` })
  const watched: DeskFigures['watched'] = []
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

/** Seats of the events that take place today, soonest first. */
async function listSeatsOfToday(
  db: Db,
  turns: Turns,
  { now, timeZone }: Moment,
): Promise<DeskFigures['today']> {
  const dayOf = (instant: Date) => dayInZone(instant, timeZone)
  const open = await db.select().from(events).where(isNull(events.cancelledAt)).orderBy(events.id)
  const startOf = (event: (typeof open)[number]) => eventStart(event)?.getTime() ?? Infinity
  const today = open
    .filter((event) => {
      const start = eventStart(event)
      return (start ? dayOf(start) : event.eventDate) === dayOf(now)
    })
    .toSorted((one, other) => startOf(one) - startOf(other))
  const seats = new Map(today.map(({ id }) => [id, { ...noSeats }]))
  if (seats.size === 0) return []
  const query = (isWithin: SQL) => sql`
    select event_registrations.event_id as "eventId",
      (count(*) filter (where registration_type = 'confirmed'))::int as confirmed,
      (count(*) filter (where registration_type = 'pre_registration'))::int as "preRegistered",
      (count(*) filter (where ${hasDelivery('sent')}))::int as "toldByMail",
      (count(*) filter (where ${hasDelivery('failed')} or s.state = 'failed'))::int as failed,
      (count(*) filter (where s.join_url is not null))::int as "inWebinar"
    from ${eventRegistrations}
    left join zoom_webinar_mappings m
      on m.event_id = event_registrations.event_id and m.is_active
    left join webinar_seats s
      on s.registration_id = event_registrations.id and s.webinar_id = m.webinar_id
    where ${isWithin} and event_registrations.event_id = any(${sql.param([...seats.keys()])}::int[])
    group by 1`
  for await (const rows of readStretches<Seats & { eventId: number }>(
    db,
    turns,
    eventRegistrations,
    query,
    // Each registrant's mails are looked up.
    { ids: 2000 },
  )) {
    for (const { eventId, ...numbers } of rows) {
      const sum = seats.get(eventId)!
      for (const name of Object.keys(noSeats) as (keyof Seats)[]) sum[name] += numbers[name]
    }
  }
  return [...seats].map(([eventId, numbers]) => ({ eventId, ...numbers }))
}

const noSeats = { confirmed: 0, preRegistered: 0, toldByMail: 0, inWebinar: 0, failed: 0 }
type Seats = typeof noSeats

/** Whether the registrant of a registration has a mail about its event in this state. */
function hasDelivery(state: DeliveryState) {
  return sql`exists (select from message_deliveries d join users u on u.email = d.email
    where u.id = event_registrations.user_id
      and d.event_id = event_registrations.event_id and d.state = ${state})`
}
