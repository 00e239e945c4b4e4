import { eq, sql, type SQL } from 'drizzle-orm'
import { countedStarts, type Heard } from '#features/events/rules.ts'
import { type EventRow, unknownEvent } from '#features/events/server/event-rows.ts'
import type {
  TodaysRegistrant,
  listTodaysRegistrants as contract,
  TodaysCounts,
} from '#features/reports/contract.ts'
import type { QueryOf, ReplyOf } from '#kernel/endpoint.ts'
import type { TimeContext } from '#kernel/event-time.ts'
import type { Db } from '#platform/db/open.ts'
import { instantText, matchPlainWords } from '#platform/db/sql-parts.ts'
import { events } from '#schema/events.ts'
import { liveStates } from '#schema/webinars.ts'

/** Maximum number of registrants in the reply; a search finds others. */
const mostShown = 50

type Inside = Pick<TodaysCounts, 'inside' | 'insideKnownBy'>
type WaysIn = { knownBy: Inside['insideKnownBy']; rows: SQL }

/**
 * Returns SQL for the registrants who are in the event now, with the time since when. If Zoom has sent webhooks about
 * this event, they decide; otherwise everyone counts who used their join link, since nothing reports that they left.
 */
async function findInside(db: Db, event: EventRow, timeZone: string): Promise<WaysIn> {
  const from = countedStarts(event, timeZone)?.from ?? new Date(0)
  const since = sql`${from.toISOString()}::timestamptz`
  const ofEvent = sql`registration_id in (select id from event_registrations where event_id = ${event.id})`
  const told = sql`attendance_marks where source = 'told' and at >= ${since} and ${ofEvent}`
  const { rows } = await db.execute(sql`select 1 from ${told} limit 1`)
  if (rows.length === 0) {
    const taken = sql`(select registration_id, first_joined_at as since from joins
      where first_joined_at >= ${since} and ${ofEvent})`
    return { knownBy: 'links', rows: taken }
  }
  const [heard] = await db.select().from(liveStates).where(eq(liveStates.eventId, event.id))
  const hasEnded = heard !== undefined && isOver(heard)
  // A "left" webhook without a "joined" one does not count, because the "joined" webhook was lost. Registrants without
  // a registration in Zoom have used the event's own meeting link.
  const inside = sql`(select registration_id, max(at) filter (where step = 1) as since
    from (select registration_id, at, step, sum(step) over (
      partition by registration_id order by at, step desc) as depth from ${told}) steps
    group by registration_id
    having sum(step) - least(0, min(depth)) > 0 and not ${hasEnded}::boolean
    union all select j.registration_id, j.first_joined_at from joins j
    left join webinar_seats s on s.registration_id = j.registration_id
    where j.registration_id in (select id from event_registrations where event_id = ${event.id})
      and j.first_joined_at >= ${since} and s.state is distinct from 'seated'
      and not exists (select from attendance_marks m where m.registration_id = j.registration_id))`
  return { knownBy: 'webinar', rows: inside }
}

/** Returns whether the webinar is over: Zoom then reports its end, but not that each participant left. */
function isOver({ startedAt, endedAt }: Heard) {
  return endedAt !== null && (startedAt === null || endedAt >= startedAt)
}

/** Returns how many people are present, and how Greenroom knows it. */
export async function countInside(db: Db, event: EventRow, timeZone: string): Promise<Inside> {
  const { knownBy, rows } = await findInside(db, event, timeZone)
  const { rows: counted } = await db.execute<{ inside: number }>(
    sql`select count(*)::int as inside from ${rows} i`,
  )
  return { inside: counted[0]!.inside, insideKnownBy: knownBy }
}

/** Returns the confirmed registrants that match a search: those present first, then sorted by name. */
export async function listTodaysRegistrants(
  db: Db,
  eventId: number,
  { search, inside: only }: QueryOf<typeof contract>,
  { timeZone }: TimeContext,
): Promise<ReplyOf<typeof contract>> {
  const [event] = await db.select().from(events).where(eq(events.id, eventId))
  if (!event) throw unknownEvent(eventId)
  const inside = await findInside(db, event, timeZone)
  const { rows } = await db.execute<TodaysRegistrant & { total: number }>(sql`
    select r.id as "registrationId", trim(u.first_name || ' ' || u.last_name) as name, u.email,
      p.key as "personKey", ${instantText(sql`i.since`)} as "insideSince",
      (count(*) over ())::int as total
    from event_registrations r
    join users u on u.id = r.user_id
    join people p on p.email = u.email
    left join ${inside.rows} i on i.registration_id = r.id
    where r.event_id = ${eventId} and r.registration_type = 'confirmed'
      and ${matchPlainWords(sql`p.words`, search)}
      and ${only === 'yes' ? sql`i.registration_id is not null` : sql`true`}
    order by i.since desc nulls last, u.first_name, u.last_name, r.id
    limit ${mostShown}`)
  return { registrants: rows, total: rows[0]?.total ?? 0 }
}
