import { and, isNull, ne } from 'drizzle-orm'
import { eventEnd } from '#shared/event-time.ts'
import type { Db } from '#server/db/open.ts'
import { events } from '#server/db/schema.ts'
import type { Moment } from './present-event.ts'

/** The next moment at which some event ends by itself: until then every public answer stays true. */
export async function findNextStatusChange(
  db: Db,
  { now, timeZone }: Moment,
): Promise<Date | undefined> {
  const open = await db
    .select({
      status: events.status,
      eventDate: events.eventDate,
      eventTime: events.eventTime,
      eventEndTime: events.eventEndTime,
    })
    .from(events)
    .where(and(isNull(events.cancelledAt), ne(events.status, 'completed')))
  const ends = open
    .map((event) => eventEnd(event, timeZone))
    .filter((end) => end !== undefined && end > now)
    .map((end) => end!.getTime())
  return ends.length > 0 ? new Date(Math.min(...ends)) : undefined
}
