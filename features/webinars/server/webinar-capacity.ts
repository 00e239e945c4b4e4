import { and, eq, isNull, lt, ne, or, sql } from 'drizzle-orm'
import type { TimeContext } from '#kernel/event-time.ts'
import type { Db } from '#platform/db/open.ts'
import type { JobSender } from '#platform/jobs/jobs.ts'
import { lacksJob } from '#platform/jobs/waiting-jobs.ts'
import { events } from '#schema/events.ts'
import { isHeldIn, webinarCapacities, zoomWebinarMappings } from '#schema/webinars.ts'
import { isTakingWebinarSeats } from './enqueue-webinar-seats.ts'
import type { ZoomClient } from './zoom-client.ts'
import { outcomeOf } from './zoom-error.ts'

/** Age in milliseconds from which a stored capacity is read again, because organisers change it in Zoom. */
const capacityAgeMs = 60 * 60_000

/**
 * Queues a request for the capacity in Zoom of each event whose registrants are registered there and whose stored
 * capacity is missing or old.
 */
export async function sweepWebinarCapacities(
  db: Db,
  jobs: JobSender,
  time: TimeContext,
): Promise<void> {
  const rows = await db
    .select({ event: events })
    .from(events)
    .innerJoin(zoomWebinarMappings, isHeldIn)
    .leftJoin(webinarCapacities, eq(webinarCapacities.eventId, events.id))
    .where(
      and(
        isNull(events.cancelledAt),
        or(
          isNull(webinarCapacities.eventId),
          ne(webinarCapacities.webinarId, zoomWebinarMappings.webinarId),
          lt(webinarCapacities.readAt, new Date(time.now.getTime() - capacityAgeMs)),
        ),
        lacksJob('read-webinar-capacity', sql`${events.id}`),
      ),
    )
  const wanted = rows.filter(({ event }) => isTakingWebinarSeats(event, time))
  if (wanted.length === 0) return
  const payloads = wanted.map(({ event }) => ({ eventId: event.id }))
  await db.transaction((tx) => jobs.send(tx, 'read-webinar-capacity', payloads))
}

/** Stores how many people Zoom admits to the event's webinar or meeting, for the event's checklist. */
export async function storeWebinarCapacity(
  db: Db,
  { zoom, now }: { zoom: Pick<ZoomClient, 'capacity'>; now: Date },
  eventId: number,
): Promise<void> {
  const [mapped] = await db
    .select({ webinarId: zoomWebinarMappings.webinarId })
    .from(events)
    .innerJoin(zoomWebinarMappings, isHeldIn)
    .where(eq(events.id, eventId))
  if (!mapped) return
  const { webinarId } = mapped
  const capacity = await zoom.capacity(webinarId).catch((error: unknown) => {
    throw outcomeOf(error, now)
  })
  const read = { webinarId, capacity, readAt: now }
  await db
    .insert(webinarCapacities)
    .values({ eventId, ...read })
    .onConflictDoUpdate({ target: webinarCapacities.eventId, set: read })
}
