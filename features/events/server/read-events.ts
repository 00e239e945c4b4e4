import { and, asc, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import type { AdminEvent, PublicEvent, EventPage } from '#kernel/event-shapes.ts'
import { eventEnd, eventStart, type TimeContext } from '#kernel/event-time.ts'
import type { Db, Transaction } from '#platform/db/open.ts'
import { Refusal } from '#platform/errors/refusal.ts'
import { events, formerEventSlugs, isPublishedAt } from '#schema/events.ts'
import { askedFormQuestions } from '#schema/form-questions.ts'
import { materialsOfEvent } from '#schema/materials.ts'
import { countConfirmed, countOffered } from '#schema/waitlist.ts'
import { liveStates, zoomWebinarMappings } from '#schema/webinars.ts'
import { presentEvent, presentEventPage, presentEventToAdmin } from './present-event.ts'

const listedMaterials = materialsOfEvent(sql`events.id`)

const notesOfEvent = sql<
  string | null
>`(select n.html from show_notes n where n.event_id = events.id)`

/**
 * SQL: the number of seats of the event that a visitor can take now; null if they are unlimited. Free seats belong to
 * the people in line first.
 */
const seatsLeft = sql<
  number | null
>`case when events.capacity is not null then greatest(0, events.capacity
  - ${countConfirmed(sql`events.id`)}
  - (select count(*) from waitlist_entries w
    where w.event_id = events.id and w.state in ('waiting', 'offered')))::int end`

/** Returns the number of seats of an event that a visitor can take now; null if they are unlimited. */
export async function readSeatsLeft(db: Db | Transaction, eventId: number): Promise<number | null> {
  const [event] = await db.select({ seatsLeft }).from(events).where(eq(events.id, eventId))
  return event?.seatsLeft ?? null
}

/** Returns those of the events that have more confirmed registrations and reserved seats than seats. */
export async function listOverCapacity(tx: Transaction, eventIds: number[]) {
  const [confirmed, offered] = [countConfirmed(sql`events.id`), countOffered(sql`events.id`)]
  const { id, title } = events
  return tx
    .select({ id, title, capacity: sql<number>`events.capacity`, confirmed, offered })
    .from(events)
    .where(and(inArray(id, eventIds), gt(sql`${confirmed} + ${offered}`, events.capacity)))
    .orderBy(asc(id))
}

const publicFields = {
  event: events,
  heard: liveStates,
  formQuestions: askedFormQuestions(sql`events.id`).as('form_questions'),
  seatsLeft,
}

/** Returns all events that visitors can see, by id; `status` is the status at the given time, not the stored one. */
export async function listEvents(db: Db, time: TimeContext): Promise<PublicEvent[]> {
  const rows = await db
    .select({ ...publicFields, materials: listedMaterials })
    .from(events)
    .leftJoin(liveStates, eq(liveStates.eventId, events.id))
    .where(and(isNull(events.cancelledAt), isPublishedAt(time.now)))
    .orderBy(asc(events.id))
  return rows.map(({ event, ...about }) => presentEvent(event, about, time))
}

/** Which events to read: the one with this id, or a page of at most `limit` events with ids greater than `after`. */
type Part = { id?: number; after?: number | undefined; limit?: number }

/** Returns events with all fields for administrators, including cancelled and unpublished events. */
export async function listEventsForAdmin(
  db: Db,
  time: TimeContext,
  { id, after, limit }: Part = {},
): Promise<AdminEvent[]> {
  const query = db
    .select({ ...publicFields, webinarId: zoomWebinarMappings.webinarId })
    .from(events)
    .leftJoin(zoomWebinarMappings, eq(zoomWebinarMappings.eventId, events.id))
    .leftJoin(liveStates, eq(liveStates.eventId, events.id))
    .where(
      and(
        id === undefined ? undefined : eq(events.id, id),
        after === undefined ? undefined : gt(events.id, after),
      ),
    )
    .orderBy(asc(events.id))
    .$dynamic()
  const rows = await (limit === undefined ? query : query.limit(limit))
  return rows.map(({ event, ...about }) => presentEventToAdmin(event, about, time))
}

const never = Number.MAX_SAFE_INTEGER

/** Returns the published events that are upcoming at the given time, sorted by priority, start and id. */
export async function listUpcomingEvents(db: Db, time: TimeContext): Promise<PublicEvent[]> {
  const start = (event: PublicEvent) => eventStart(event)?.getTime() ?? never
  return (await listEvents(db, time))
    .filter((event) => event.status === 'upcoming')
    .toSorted((a, b) => a.priority - b.priority || start(a) - start(b) || a.id - b.id)
}

/** Returns the first upcoming event, which the front page offers for registration; null if there is none. */
export async function getCurrentEvent(db: Db, time: TimeContext): Promise<PublicEvent | null> {
  return (await listUpcomingEvents(db, time))[0] ?? null
}

/** Returns the published events that are completed at the given time, newest first; undated ones are last. */
export async function listCompletedEvents(db: Db, time: TimeContext): Promise<PublicEvent[]> {
  const end = (event: PublicEvent) => eventEnd(event, time.timeZone)?.getTime() ?? 0
  return (await listEvents(db, time))
    .filter((event) => event.status === 'completed')
    .toSorted((a, b) => end(b) - end(a) || b.id - a.id)
}

/**
 * Returns the event of a public page, whatever its status. A former slug finds the event, too, unless another event
 * uses that slug now; the reply contains the current slug. Throws 404 for an unknown or unpublished event.
 */
export async function readEventPage(db: Db, slug: string, time: TimeContext): Promise<EventPage> {
  const named = slug.normalize('NFC')
  const found = slug.includes('\0') ? undefined : await findEventBySlug(db, named, time.now)
  if (!found) {
    throw new Refusal('no_such_event', { message: 'There is no event at this address' })
  }
  const { event, ...about } = found
  return presentEventPage(event, about, time)
}

async function findEventBySlug(db: Db, slug: string, now: Date) {
  const found = () =>
    db
      .select({
        ...publicFields,
        materials: listedMaterials,
        showNotes: notesOfEvent,
      })
      .from(events)
      .leftJoin(liveStates, eq(liveStates.eventId, events.id))
      .$dynamic()
  const [present] = await found().where(and(eq(events.slug, slug), isPublishedAt(now)))
  if (present) return present
  const [former] = await found()
    .innerJoin(formerEventSlugs, eq(formerEventSlugs.eventId, events.id))
    .where(and(eq(formerEventSlugs.slug, slug), isPublishedAt(now)))
  return former
}
