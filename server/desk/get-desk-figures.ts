import { sql } from 'drizzle-orm'
import type { DeskFigures } from '#shared/contract/desk-figures.ts'
import { dayInZone, eventStart } from '#shared/event-time.ts'
import type { DeliveryState } from '#shared/messages.ts'
import type { Db } from '#server/db/open.ts'
import type { Moment } from '#server/events/present-event.ts'
import { watchedShare } from '#server/library/progress-columns.ts'
import { countPeople } from './count-people.ts'

/** Numbers for the desk's pictures; a day is one of the display zone. Issue "The organiser's desk". */
export async function getDeskFigures(db: Db, moment: Moment): Promise<DeskFigures> {
  const [people, registrations, usage, watched] = await Promise.all([
    countPeople(db),
    listRegistrationDays(db, moment.timeZone),
    listUsageDays(db, moment.timeZone),
    listWatchedShares(db),
  ])
  return { people, registrations, usage, watched, today: await listSeatsOfToday(db, moment) }
}

async function listRegistrationDays(db: Db, timeZone: string) {
  const { rows } = await db.execute<{
    eventId: number
    days: DeskFigures['registrations'][number]['days']
  }>(sql`
    with days as (
      select event_id, (created_at at time zone ${timeZone})::date as day,
        count(*) filter (where registration_type = 'confirmed') as confirmed,
        count(*) filter (where registration_type = 'pre_registration') as waiting
      from event_registrations group by 1, 2)
    select event_id as "eventId", jsonb_agg(jsonb_build_object('day', to_char(day, 'YYYY-MM-DD'),
      'confirmed', confirmed, 'preRegistered', waiting) order by day) as days
    from days group by event_id order by event_id`)
  return rows
}

async function listUsageDays(db: Db, timeZone: string) {
  const { rows } = await db.execute<DeskFigures['usage'][number]>(sql`
    select to_char((accessed_at at time zone ${timeZone})::date, 'YYYY-MM-DD') as day,
      (count(*) filter (where access_type = 'page_visit'))::int as visits,
      (count(*) filter (where access_type = 'video_watch'))::int as watches,
      count(distinct email)::int as people
    from member_page_access group by 1 order by 1`)
  return rows
}

/** Everything counts, whoever may see it: an e-mail is one watcher, verified or not. */
async function listWatchedShares(db: Db) {
  const share = watchedShare({ watched: sql`watched`, duration: sql`duration` })
  const { rows } = await db.execute<DeskFigures['watched'][number]>(sql`
    with parts as (
      select event_id, email, watched, duration, updated_at from watch_progress
      union all
      select event_id, email, watched, duration, updated_at from session_watch_progress),
    whole as (
      select event_id, range_agg(watched) as watched,
        (array_agg(duration order by updated_at desc))[1] as duration
      from parts group by event_id, email),
    shares as (select event_id, ${share} as share from whole)
    select event_id as "eventId", count(*)::int as watchers,
      avg(share)::float8 as "averageShare",
      (count(*) filter (where share >= 0.9))::int as finished
    from shares group by event_id order by event_id`)
  return rows
}

/** Seats of the events that take place today, soonest first. */
async function listSeatsOfToday(db: Db, { now, timeZone }: Moment): Promise<DeskFigures['today']> {
  const dayOf = (instant: Date) => dayInZone(instant, timeZone)
  const open = await db.query.events.findMany({
    where: (event, { isNull }) => isNull(event.cancelledAt),
    orderBy: (event, { asc }) => asc(event.id),
  })
  const startOf = (event: (typeof open)[number]) => eventStart(event)?.getTime() ?? Infinity
  const today = open
    .filter((event) => {
      const start = eventStart(event)
      return (start ? dayOf(start) : event.eventDate) === dayOf(now)
    })
    .toSorted((one, other) => startOf(one) - startOf(other))
  const { rows } = await db.execute<SeatNumbers & { eventId: number }>(
    sql`select r.event_id as "eventId",
      (count(*) filter (where registration_type = 'confirmed'))::int as confirmed,
      (count(*) filter (where registration_type = 'pre_registration'))::int as "preRegistered",
      (count(*) filter (where ${hasDelivery('sent')}))::int as "toldByMail",
      (count(*) filter (where ${hasDelivery('failed')} or s.state = 'failed'))::int as failed,
      (count(*) filter (where s.join_url is not null))::int as "inWebinar"
    from event_registrations r
    left join zoom_webinar_mappings m on m.event_id = r.event_id and m.is_active
    left join webinar_seats s on s.registration_id = r.id and s.webinar_id = m.webinar_id
    where r.event_id = any(${sql.param(today.map(({ id }) => id))}::int[])
    group by r.event_id`,
  )
  const nothing = { confirmed: 0, preRegistered: 0, toldByMail: 0, inWebinar: 0, failed: 0 }
  return today.map(({ id }) => {
    return { ...nothing, ...rows.find(({ eventId }) => eventId === id), eventId: id }
  })
}

type SeatNumbers = Record<
  'confirmed' | 'preRegistered' | 'toldByMail' | 'inWebinar' | 'failed',
  number
>

/** Whether the registrant of a row `r` has a mail about its event in this state. */
function hasDelivery(state: DeliveryState) {
  return sql`exists (select from message_deliveries d join users u on u.email = d.email
    where u.id = r.user_id and d.event_id = r.event_id and d.state = ${state})`
}
