import { and, eq, isNull, ne } from 'drizzle-orm'
import { eventEnd } from '#shared/event-time.ts'
import { liveSpan } from '#shared/live.ts'
import type { TimeContext } from '#shared/time-context.ts'
import type { Db } from '#server/db/open.ts'
import { events } from '#server/db/tables/events.ts'
import { liveStates } from '#server/db/tables/webinars.ts'

/**
 * The next moment at which some event begins, ends or stops running over by itself: until then every
 * public answer stays true.
 */
export async function findNextStatusChange(
  db: Db,
  { now, timeZone }: TimeContext,
): Promise<Date | undefined> {
  const open = await db
    .select({
      status: events.status,
      eventDate: events.eventDate,
      eventTime: events.eventTime,
      eventEndTime: events.eventEndTime,
      heard: liveStates,
    })
    .from(events)
    .leftJoin(liveStates, eq(liveStates.eventId, events.id))
    .where(and(isNull(events.cancelledAt), ne(events.status, 'completed')))
  const changes = open
    .flatMap(({ heard, ...event }) => {
      const live = liveSpan(event, heard, timeZone)
      return [eventEnd(event, timeZone), live?.from, live?.until]
    })
    .filter((change) => change !== undefined && change > now)
    .map((change) => change!.getTime())
  return changes.length > 0 ? new Date(Math.min(...changes)) : undefined
}
