import { and, inArray, isNull, sql, type SQL } from 'drizzle-orm'
import { type Heard, heldSpan } from '#features/events/rules.ts'
import { effectiveStatus, eventStart, type TimeContext } from '#kernel/event-time.ts'
import type { Db, Transaction } from '#platform/db/open.ts'
import type { Turns } from '#platform/db/read-in-turns.ts'
import { events } from '#schema/events.ts'
import { attendanceReports, isHeldIn, liveStates, zoomWebinarMappings } from '#schema/webinars.ts'
import type { EventRow } from './event-rows.ts'

/**
 * Returns events sorted by id, each with Zoom's live status, the state of the attendance report, and the webinar or
 * meeting (null if there is none).
 */
export function readEventsWithReports(db: Db | Transaction, which: SQL | undefined) {
  return db
    .select({
      event: events,
      heard: liveStates,
      report: attendanceReports,
      webinarId: zoomWebinarMappings.webinarId,
    })
    .from(events)
    .leftJoin(liveStates, sql`${liveStates.eventId} = ${events.id}`)
    .leftJoin(attendanceReports, sql`${attendanceReports.eventId} = ${events.id}`)
    .leftJoin(zoomWebinarMappings, isHeldIn)
    .where(which)
    .orderBy(events.id)
}

type Known = { event: EventRow; heard: Heard | null }

/** Returns whether registrants can have attended an event: it was not cancelled, and has begun or is completed. */
export function hasTakenPlace({ event, heard }: Known, { now, timeZone }: TimeContext): boolean {
  const span = event.cancelledAt ? undefined : heldSpan(event, heard, timeZone)
  if (!span) return false
  return span.from <= now || effectiveStatus(event, now, timeZone) === 'completed'
}

/** Returns the events that registrants can have attended; with `ids`, only those of them. */
export async function listBegunEvents(db: Db, turns: Turns, time: TimeContext, ids?: number[]) {
  const isMeant = and(isNull(events.cancelledAt), ids && inArray(events.id, ids))
  const known = await turns(() => readEventsWithReports(db, isMeant).execute())
  return known.flatMap((row) => {
    const start = eventStart(row.event)
    const span = heldSpan(row.event, row.heard, time.timeZone)
    return start && span && hasTakenPlace(row, time) ? [{ ...row, start, span }] : []
  })
}

const markedIds = sql`select registration_id from attendance_marks`
const admittedIds = sql`select registration_id from webinar_seats where attended_at is not null`
const seenIds = sql`${markedIds} union all ${admittedIds}`
const joinedIds = sql`select registration_id from joins`
const unseenIds = sql`select registration_id from webinar_seats where state = 'seated' and attended_at is null`

/** SQL for the ids of events whose attendance Zoom's records decide: Zoom reported it, or saw a registrant. */
const zoomKnown = sql`(select event_id from attendance_reports where state = 'ready'
  union all select r.event_id from (${markedIds}) seen join event_registrations r on r.id = seen.registration_id
  union all select r.event_id from (${admittedIds}) seen join event_registrations r on r.id = seen.registration_id)`

/** Returns the SQL condition that Zoom's records decide who attended an event. */
export const isZoomKnown = (eventId: SQL): SQL =>
  sql`exists (select from ${zoomKnown} known where known.event_id = ${eventId})`

/** Ids of events that registrants can have attended, and of those of them whose attendance Zoom's records decide. */
export type Begun = { ids: number[]; known: number[] }

/** Returns the events for `isAttendee`; with `only`, at most this one. */
export async function readBegun(
  db: Db,
  turns: Turns,
  time: TimeContext,
  only: number | undefined,
): Promise<Begun> {
  const begun = await listBegunEvents(db, turns, time, only === undefined ? undefined : [only])
  const ids = begun.map(({ event }) => event.id)
  const { rows } = await turns(() =>
    db.execute<{ id: number }>(sql`
      select distinct event_id as id from ${zoomKnown} known where event_id = any(${sql.param(ids)}::int[])`),
  )
  return { ids, known: rows.map(({ id }) => id) }
}

/**
 * Returns SQL for what is known of a registrant: `seen` if Zoom saw them; `unseen` if they used their join link and are
 * registered in Zoom, which did not see them; `joined` if they used their join link and are not registered in Zoom; null
 * for all others. `has`: the SQL condition that the registration is one of these ids.
 */
const presence = (has: (ids: SQL) => SQL) => sql`(case
  when ${has(seenIds)} then 'seen'
  when ${has(joinedIds)} then case when ${has(unseenIds)} then 'unseen' else 'joined' end end)`

/**
 * Returns the SQL condition that a registrant with this `presence` attended. Registrants whom Zoom did not see did not
 * get in if Zoom's records decide who attended. `isKnown` is evaluated for them only, because it may read an event's
 * registrations.
 */
const attended = (column: SQL, isKnown: SQL) =>
  sql`(case ${column} when 'seen' then true when 'joined' then true when 'unseen' then not ${isKnown} else false end)`

/**
 * Returns the SQL condition that a registrant attended an event that has taken place. Reads by primary key, so that it
 * is fast for a single person and for all registrants.
 */
export function hasAttended(eventId: SQL, registrationId = sql`r.id`): SQL {
  const has = (ids: SQL) =>
    sql`exists (select from (${ids}) has where has.registration_id = ${registrationId})`
  return attended(presence(has), isZoomKnown(eventId))
}

/**
 * Returns the SQL column `presence` of the registrations `r` for `isAttendee`, for queries of many registrations.
 * `isWithin`: an optional condition on `registration_id` that limits the rows read for few registrations.
 */
export function presenceColumn(isWithin = sql`true`): SQL {
  const has = (ids: SQL) =>
    sql`r.id in (select registration_id from (${ids}) known where ${isWithin})`
  return sql`${presence(has)} as presence`
}

/** Returns the SQL condition that a row with the column `presenceColumn` attended. */
export const isAttendee = (isKnown: SQL) => attended(sql`presence`, isKnown)

/** SQL condition that Zoom saw the registrant of a row with the column `presenceColumn`. */
export const wasSeenByZoom = sql`presence = 'seen'`

/** Returns SQL for all registrations of an event, with the column `"hasAttended"`, for counting them. */
export function withAttendance(eventId: SQL): SQL {
  const ofEvent = sql`event_id = ${eventId}`
  const isWithin = sql`registration_id in (select id from event_registrations where ${ofEvent})`
  return sql`(select found.*, ${isAttendee(isZoomKnown(eventId))} as "hasAttended"
    from (select r.*, ${presenceColumn(isWithin)} from event_registrations r where ${ofEvent}) found)`
}
