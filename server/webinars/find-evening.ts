import { eq, sql } from 'drizzle-orm'
import { eventStart } from '#shared/event-time.ts'
import { countedStarts } from '#shared/live.ts'
import type { Transaction } from '#server/db/open.ts'
import { events } from '#server/db/tables/events.ts'
import { zoomWebinarMappings } from '#server/db/tables/webinars.ts'
import type { EventRow } from '#server/events/event-row.ts'
import { numberOf } from './number-of.ts'

/**
 * The event in a webinar or meeting that something heard at this moment is about. A recurring one may
 * serve several: it is the event that is nearest; what is about none of them is a rehearsal.
 */
export async function findHeldEvent(
  tx: Transaction,
  providerId: string,
  at: Date,
  timeZone: string,
): Promise<EventRow | undefined> {
  const mapped = await tx
    .select({ event: events })
    .from(zoomWebinarMappings)
    .innerJoin(events, eq(events.id, zoomWebinarMappings.eventId))
    .where(sql`${numberOf(zoomWebinarMappings.webinarId)} = ${providerId}`)
  const distance = (event: EventRow) => Math.abs(eventStart(event)!.getTime() - at.getTime())
  const [nearest] = mapped
    .map(({ event }) => event)
    .filter((event) => {
      const counted = countedStarts(event, timeZone)
      return counted !== undefined && counted.from <= at && at < counted.until
    })
    .toSorted((a, b) => distance(a) - distance(b))
  return nearest
}
