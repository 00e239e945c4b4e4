import { sql } from 'drizzle-orm'
import {
  isZoomKnown,
  listBegunEvents,
  withAttendance,
} from '#features/events/server/who-attended.ts'
import type { Reports } from '#features/reports/contract.ts'
import { attendanceSeconds } from '#features/webinars/server/attendance-time.ts'
import type { TimeContext } from '#kernel/event-time.ts'
import type { Db } from '#platform/db/open.ts'
import type { Turns } from '#platform/db/read-in-turns.ts'

type Attendance = Reports['attendance'][number]
type Counted = Pick<Attendance, 'registered' | 'came' | 'minutes'> & { isZoomKnown: boolean }

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
    const { isZoomKnown: isKnown, ...counted } = await turns(() => countThose(db, event.id, until))
    if (counted.came === 0 && !report) continue
    const attendance: Attendance = {
      eventId: event.id,
      ...counted,
      knownBy: isReported ? 'report' : isKnown ? 'webinar' : 'links',
      unregistered: isReported ? report.unregistered : null,
      report: report && webinarId ? { state: report.state, lastError: report.lastError } : null,
    }
    found.push({ start: start.getTime(), attendance })
  }
  return found.toSorted((one, other) => other.start - one.start).map(({ attendance }) => attendance)
}

async function countThose(db: Db, eventId: number, until: Date): Promise<Counted> {
  const registrationIds = sql`select id from event_registrations where event_id = ${eventId}`
  const id = sql`${eventId}::int`
  const { rows } = await db.execute<Counted>(sql`
    with stays as ${attendanceSeconds(registrationIds, until)}
    select ${isZoomKnown(id)} as "isZoomKnown",
      (count(*) filter (where r.registration_type = 'confirmed'))::int as registered,
      (count(*) filter (where r."hasAttended"))::int as came,
      round((avg(t.seconds) / 60)::numeric, 1)::float8 as minutes
    from ${withAttendance(id)} r left join stays t on t.registration_id = r.id`)
  return rows[0]!
}
