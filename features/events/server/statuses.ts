import { and, eq, gt, isNull, ne, inArray, or } from 'drizzle-orm'
import { liveSpan } from '#features/events/rules.ts'
import { eventEnd, type TimeContext, effectiveStatus, eventStart } from '#kernel/event-time.ts'
import { appearsAt, isOpen, isPublished } from '#kernel/publishing.ts'
import type { Db } from '#platform/db/open.ts'
import { recordEvents } from '#platform/domain-events/record-events.ts'
import { events } from '#schema/events.ts'
import { liveStates } from '#schema/webinars.ts'

/** How old `seatsLeft` in a cached answer can be, in milliseconds: registrations do not drop cached answers. */
const seatsAgeMs = 5000

/**
 * Returns the next time at which an event is published, begins or ends because its planned time comes, or `seatsAgeMs`
 * from now while an event with a capacity is open. Cached lists of events are valid until then.
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
      publishAt: events.publishAt,
      capacity: events.capacity,
      heard: liveStates,
    })
    .from(events)
    .leftJoin(liveStates, eq(liveStates.eventId, events.id))
    .where(
      or(
        and(isNull(events.cancelledAt), ne(events.status, 'completed')),
        gt(events.publishAt, now),
      ),
    )
  const changes = open
    .flatMap(({ heard, capacity, ...event }) => {
      const live = liveSpan(event, heard, timeZone)
      const isCounted = capacity !== null && isOpen(event, { now, timeZone })
      const counted = isCounted ? new Date(now.getTime() + seatsAgeMs) : undefined
      return [appearsAt(event), eventEnd(event, timeZone), live?.from, live?.until, counted]
    })
    .filter((change) => change !== undefined && change > now)
    .map((change) => change!.getTime())
  return changes.length > 0 ? new Date(Math.min(...changes)) : undefined
}

/**
 * Milliseconds between an event's end and the time at which `completed` is stored. An administrator who corrects a
 * wrong date within this period reopens the event.
 */
const settlingMs = 24 * 60 * 60_000

/**
 * Stores the status `completed` one day after an event's end, for events with a start time. Visitors see the event as
 * completed from its end on, because replies compute the status from the time. Does not change `updatedAt`, so that
 * administrators who are editing the event can still save.
 */
export async function sweepStatuses(db: Db, { now, timeZone }: TimeContext): Promise<number> {
  const open = await db.select().from(events).where(ne(events.status, 'completed'))
  const before = new Date(now.getTime() - settlingMs)
  const over = open.filter(
    (event) => eventStart(event) && effectiveStatus(event, before, timeZone) === 'completed',
  )
  if (over.length === 0) return 0
  const ids = over.map(({ id }) => id)
  return db.transaction(async (tx) => {
    const written = await tx
      .update(events)
      .set({ status: 'completed' })
      .where(and(inArray(events.id, ids), ne(events.status, 'completed')))
      .returning({ id: events.id, publishAt: events.publishAt })
    const completed = written
      .filter((event) => isPublished(event, now))
      .map(({ id }) => ({ type: 'event.completed' as const, eventId: id }))
    await recordEvents(tx, completed, 'clock')
    return written.length
  })
}
