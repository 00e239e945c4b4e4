import { and, eq, isNull, sql, type SQL } from 'drizzle-orm'
import type { TodaysCounts } from '#features/reports/contract.ts'
import { eventStart, type TimeContext, dayInZone } from '#kernel/event-time.ts'
import type { OutboxEntryState } from '#kernel/values.ts'
import type { Db } from '#platform/db/open.ts'
import { type Turns, readStretches } from '#platform/db/read-in-turns.ts'
import { events } from '#schema/events.ts'
import { eventQuestions } from '#schema/questions.ts'
import { eventRegistrations } from '#schema/registrations.ts'
import { countInside } from './todays-registrants.ts'

/** Returns the numbers of the events that take place today, soonest first. */
export async function listTodaysCounts(
  db: Db,
  turns: Turns,
  { now, timeZone }: TimeContext,
): Promise<TodaysCounts[]> {
  const dayOf = (instant: Date) => dayInZone(instant, timeZone)
  const open = await db.select().from(events).where(isNull(events.cancelledAt)).orderBy(events.id)
  const startOf = (event: (typeof open)[number]) => eventStart(event)?.getTime() ?? Infinity
  const today = open
    .filter((event) => {
      const start = eventStart(event)
      return (start ? dayOf(start) : event.eventDate) === dayOf(now)
    })
    .toSorted((one, other) => startOf(one) - startOf(other))
  const counts = new Map(today.map(({ id }) => [id, { ...noCounts }]))
  if (counts.size === 0) return []
  const query = (isWithin: SQL) => sql`
    select event_registrations.event_id as "eventId",
      (count(*) filter (where registration_type = 'confirmed'))::int as confirmed,
      (count(*) filter (where registration_type = 'pre_registration'))::int as "preRegistered",
      (count(*) filter (where ${hasOutboxEntry('sent')}))::int as "toldByMail",
      (count(*) filter (where ${hasOutboxEntry('failed')} or s.state = 'failed'))::int as failed,
      (count(*) filter (where s.join_url is not null))::int as "inWebinar"
    from ${eventRegistrations}
    left join zoom_webinar_mappings m
      on m.event_id = event_registrations.event_id and m.is_active
    left join webinar_seats s
      on s.registration_id = event_registrations.id and s.webinar_id = m.webinar_id
    where ${isWithin} and user_id is not null and event_registrations.event_id = any(${sql.param([...counts.keys()])}::int[])
    group by 1`
  type Row = Counts & { eventId: number }
  for await (const rows of readStretches<Row>(db, turns, eventRegistrations, query)) {
    for (const { eventId, ...numbers } of rows) {
      const sum = counts.get(eventId)!
      for (const name of Object.keys(noCounts) as (keyof Counts)[]) sum[name] += numbers[name]
    }
  }
  return Promise.all(
    today.map(async (event) => {
      const [inside, openQuestions] = await Promise.all([
        turns(() => countInside(db, event, timeZone)),
        turns(() => countOpenQuestions(db, event.id)),
      ])
      return { eventId: event.id, ...counts.get(event.id)!, ...inside, openQuestions }
    }),
  )
}

const noCounts = { confirmed: 0, preRegistered: 0, toldByMail: 0, inWebinar: 0, failed: 0 }
type Counts = typeof noCounts

/** Returns an SQL condition: the registrant has an outbox entry about the event with the state `state`. */
function hasOutboxEntry(state: OutboxEntryState) {
  return sql`exists (select from outbox_entries d join users u on u.email = d.email
    where u.id = event_registrations.user_id
      and d.event_id = event_registrations.event_id and d.state = ${state})`
}

function countOpenQuestions(db: Db, eventId: number) {
  const { state } = eventQuestions
  return db.$count(eventQuestions, and(eq(eventQuestions.eventId, eventId), eq(state, 'open')))
}
