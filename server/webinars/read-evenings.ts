import { eq, type SQL } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'
import { attendanceReports } from '#server/db/tables/attendance.ts'
import { events } from '#server/db/tables/events.ts'
import { isHeldIn, liveStates, zoomWebinarMappings } from '#server/db/tables/webinars.ts'

/**
 * Events with what is known of their events: what Zoom said while it happened, what became of its report,
 * and where it is held there, null where nowhere. In the order in which they were made.
 */
export function readHeldEvents(db: Db, which: SQL | undefined) {
  return db
    .select({
      event: events,
      heard: liveStates,
      report: attendanceReports,
      webinarId: zoomWebinarMappings.webinarId,
    })
    .from(events)
    .leftJoin(liveStates, eq(liveStates.eventId, events.id))
    .leftJoin(attendanceReports, eq(attendanceReports.eventId, events.id))
    .leftJoin(zoomWebinarMappings, isHeldIn)
    .where(which)
    .orderBy(events.id)
}
