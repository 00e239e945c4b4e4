import { and, inArray, isNull, sql, type SQL } from 'drizzle-orm'
import { heldSpan } from '#features/events/rules.ts'
import type { Reports } from '#features/reports/contract.ts'
import { readEventsWithReports } from '#features/webinars/server/attendance-reports.ts'
import { attendanceSeconds } from '#features/webinars/server/attendance-time.ts'
import { eventStart, type TimeContext } from '#kernel/event-time.ts'
import type { Db } from '#platform/db/open.ts'
import type { Turns } from '#platform/db/read-in-turns.ts'
import { events } from '#schema/events.ts'

type Attendance = Reports['attendance'][number]
type Counted = Pick<Attendance, 'registered' | 'came' | 'minutes'> & { isSeen: boolean }

/**
 * Returns attendance and average duration of events that have begun, newest first; with `ids`, of these events only.
 * Omits events without attendance data.
 */
export async function listAttendance(
  db: Db,
  turns: Turns,
  time: TimeContext,
  ids?: number[],
): Promise<Attendance[]> {
  const begun = await listBegunEvents(db, turns, time, ids)
  const found: { start: number; attendance: Attendance }[] = []
  for (const { event, start, span, report, webinarId } of begun) {
    const until = new Date(Math.min(span.until.getTime(), time.now.getTime()))
    const isReported = report?.state === 'ready'
    const { isSeen, ...counted } = await turns(() =>
      countThose(db, event.id, { until, isReported }),
    )
    if (counted.came === 0 && !report) continue
    const attendance: Attendance = {
      eventId: event.id,
      ...counted,
      knownBy: isReported ? 'report' : isSeen ? 'webinar' : 'links',
      unregistered: isReported ? report.unregistered : null,
      report: report && webinarId ? { state: report.state, lastError: report.lastError } : null,
    }
    found.push({ start: start.getTime(), attendance })
  }
  return found.toSorted((one, other) => other.start - one.start).map(({ attendance }) => attendance)
}

/** Returns the events that have begun and were not cancelled; with `ids`, only those of them. */
export async function listBegunEvents(
  db: Db,
  turns: Turns,
  { now, timeZone }: TimeContext,
  ids?: number[],
) {
  const isMeant = ids && inArray(events.id, ids)
  const known = await turns(() =>
    readEventsWithReports(db, and(isNull(events.cancelledAt), isMeant)).execute(),
  )
  return known.flatMap(({ event, heard, report, webinarId }) => {
    const start = eventStart(event)
    const span = heldSpan(event, heard, timeZone)
    if (!start || !span || span.from > now) return []
    return [{ event, start, span, report, webinarId }]
  })
}

/**
 * Returns SQL columns of the registrations `r` for `hasAttended`, for queries of many events. `isWithin`: an optional
 * condition on `registration_id` that limits the rows read for few registrations.
 */
export const presence = (isWithin = sql`true`) => sql`
  (r.id in (select registration_id from attendance_marks where ${isWithin})
    or r.id in (select registration_id from webinar_seats where attended_at is not null and ${isWithin})) as "isSeen",
  (r.id in (select registration_id from joins where ${isWithin})) as "hasJoined",
  (r.id in (select registration_id from webinar_seats where state = 'seated' and ${isWithin})) as "isSeated"`

/**
 * Returns the SQL condition that a registrant attended. `isZoomKnown`: whether Zoom saw any registrant of the event.
 *
 * A registrant attended if Zoom saw them join. Registrants without a Zoom registration attended if they used their
 * join link; for others, using the link does not prove that they joined.
 */
export const hasAttended = (isZoomKnown: SQL) =>
  sql`("isSeen" or "hasJoined" and not (${isZoomKnown} and "isSeated"))`

async function countThose(
  db: Db,
  eventId: number,
  { until, isReported }: { until: Date; isReported: boolean },
): Promise<Counted> {
  const registrationIds = sql`select id from event_registrations where event_id = ${eventId}`
  const { rows } = await db.execute<Counted>(sql`
    with stays as ${attendanceSeconds(registrationIds, until)},
      evening as (
        select r.registration_type, t.seconds, s.state is not distinct from 'seated' as "isSeated",
          (t.registration_id is not null or s.attended_at is not null) as "isSeen",
          (j.registration_id is not null) as "hasJoined"
        from event_registrations r
        left join stays t on t.registration_id = r.id
        left join webinar_seats s on s.registration_id = r.id
        left join joins j on j.registration_id = r.id
        where r.event_id = ${eventId}),
      known as (select coalesce(bool_or("isSeen"), false) or ${isReported}::boolean as "isZoomKnown" from evening)
    select known."isZoomKnown" as "isSeen",
      (count(*) filter (where e.registration_type = 'confirmed'))::int as registered,
      (count(*) filter (where ${hasAttended(sql`known."isZoomKnown"`)}))::int as came,
      round((avg(e.seconds) / 60)::numeric, 1)::float8 as minutes
    from known left join evening e on true group by known."isZoomKnown"`)
  return rows[0]!
}
