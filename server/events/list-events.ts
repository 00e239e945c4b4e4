import { asc, eq, isNull } from 'drizzle-orm'
import type { AdminEvent, PublicEvent } from '#shared/contract/events.ts'
import { eventEnd, eventStart } from '#shared/event-time.ts'
import type { TimeContext } from '#shared/time-context.ts'
import type { Db } from '#server/db/open.ts'
import { events } from '#server/db/tables/events.ts'
import { liveStates, zoomWebinarMappings } from '#server/db/tables/webinars.ts'
import { presentEvent, presentEventToAdmin } from './present-event.ts'

/**
 * All events that visitors may see, by id; `status` is the effective one. Specification, "Events".
 */
export async function listEvents(db: Db, time: TimeContext): Promise<PublicEvent[]> {
  const rows = await db
    .select({ event: events, heard: liveStates })
    .from(events)
    .leftJoin(liveStates, eq(liveStates.eventId, events.id))
    .where(isNull(events.cancelledAt))
    .orderBy(asc(events.id))
  return rows.map(({ event, heard }) => presentEvent(event, heard, time))
}

/** All events with everything that is stored, cancelled ones included. */
export async function listEventsForAdmin(db: Db, time: TimeContext): Promise<AdminEvent[]> {
  const rows = await db
    .select({ event: events, webinarId: zoomWebinarMappings.webinarId, heard: liveStates })
    .from(events)
    .leftJoin(zoomWebinarMappings, eq(zoomWebinarMappings.eventId, events.id))
    .leftJoin(liveStates, eq(liveStates.eventId, events.id))
    .orderBy(asc(events.id))
  return rows.map(({ event, ...about }) => presentEventToAdmin(event, about, time))
}

const never = Number.MAX_SAFE_INTEGER

/** Effectively upcoming events: by priority, then start, then id. Specification, "Events". */
export async function listUpcomingEvents(db: Db, time: TimeContext): Promise<PublicEvent[]> {
  const start = (event: PublicEvent) => eventStart(event)?.getTime() ?? never
  return (await listEvents(db, time))
    .filter((event) => event.status === 'upcoming')
    .toSorted((a, b) => a.priority - b.priority || start(a) - start(b) || a.id - b.id)
}

/** The event that visitors register for now, or null. */
export async function getCurrentEvent(db: Db, time: TimeContext): Promise<PublicEvent | null> {
  return (await listUpcomingEvents(db, time))[0] ?? null
}

/** Effectively completed events, newest first; those without any date last. */
export async function listCompletedEvents(db: Db, time: TimeContext): Promise<PublicEvent[]> {
  const end = (event: PublicEvent) => eventEnd(event, time.timeZone)?.getTime() ?? 0
  return (await listEvents(db, time))
    .filter((event) => event.status === 'completed')
    .toSorted((a, b) => end(b) - end(a) || b.id - a.id)
}
