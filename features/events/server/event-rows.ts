import { eq, asc, getTableColumns, sql } from 'drizzle-orm'
import { isFinished, type TimeContext } from '#kernel/event-time.ts'
import type { FormQuestion } from '#kernel/form-questions.ts'
import { isPublished } from '#kernel/publishing.ts'
import type { Db, Transaction } from '#platform/db/open.ts'
import { prepared, type Slots } from '#platform/db/prepared.ts'
import { Refusal, invalidInput } from '#platform/errors/refusal.ts'
import { events } from '#schema/events.ts'
import { askedFormQuestions } from '#schema/form-questions.ts'
import { liveStates, zoomWebinarMappings } from '#schema/webinars.ts'

export type EventRow = typeof events.$inferSelect

/** An event with the questions of its registration form; null if there are none. */
export type EventWithForm = EventRow & { formQuestions: FormQuestion[] | null }

export function unknownEvent(eventId: number) {
  return new Refusal('no_such_event', { message: `There is no event with the ID ${eventId}` })
}

/** Throws 404 for an unknown event; with `publishedAt`, also for an event that visitors cannot see at that time. */
export async function requireEvent(db: Db, eventId: number, publishedAt?: Date): Promise<void> {
  const { id, publishAt } = events
  const [event] = await db.select({ id, publishAt }).from(events).where(eq(events.id, eventId))
  if (!event || (publishedAt && !isPublished(event, publishedAt))) throw unknownEvent(eventId)
}

/**
 * Locks the event's row until the transaction ends, and reads its webinar and live state. The lock does not block
 * inserts of rows that reference the event, such as imported registrations.
 */
export async function lockEvent(tx: Transaction, eventId: number) {
  const [event] = await tx.select().from(events).where(eq(events.id, eventId)).for('no key update')
  if (!event) throw unknownEvent(eventId)
  const [mapping] = await tx
    .select({ webinarId: zoomWebinarMappings.webinarId })
    .from(zoomWebinarMappings)
    .where(eq(zoomWebinarMappings.eventId, eventId))
  const [heard] = await tx.select().from(liveStates).where(eq(liveStates.eventId, eventId))
  return { event, webinarId: mapping?.webinarId ?? null, heard: heard ?? null }
}

const withForm = {
  ...getTableColumns(events),
  formQuestions: askedFormQuestions(sql`events.id`).as('form_questions'),
}

/**
 * Reads events. If none of them has a capacity, locks them in the order of their ids. Otherwise locks nothing, because
 * the caller needs an exclusive lock then, and changing a shared lock to an exclusive one can deadlock.
 */
const readUnlimited = prepared('lock_events', (db, of: Slots<{ ids: number[] }>) => {
  const chosen = sql`${events.id} = any(${of.ids}::integer[])`
  const limited = sql`exists (select from events l
    where l.id = any(${of.ids}::integer[]) and l.capacity is not null)`
  const locked = db.$with('locked').as(
    db
      .select(withForm)
      .from(events)
      .where(sql`${chosen} and not ${limited}`)
      .orderBy(asc(events.id))
      .for('share'),
  )
  return db
    .with(locked)
    .select()
    .from(locked)
    .unionAll(
      db
        .select(withForm)
        .from(events)
        .where(sql`${chosen} and ${limited}`),
    )
})

/** Locks events exclusively in the order of their ids, so that one transaction at a time takes seats. */
const readLimited = prepared('lock_limited_events', (db, of: Slots<{ ids: number[] }>) =>
  db
    .select(withForm)
    .from(events)
    .where(sql`${events.id} = any(${of.ids}::integer[])`)
    .orderBy(asc(events.id))
    .for('no key update'),
)

/**
 * Reads events for a registration, in the order of `ids`, and locks them so that they cannot be cancelled meanwhile.
 * Throws 404, naming `field`, for an event that is unknown or not published at `now`.
 */
export async function lockEvents(
  tx: Transaction,
  ids: number[],
  now: Date,
  field: 'eventId' | 'eventIds' = 'eventId',
): Promise<EventWithForm[]> {
  if (ids.length === 0) return []
  const read = await readUnlimited(tx, { ids })
  const isLimited = read.some(({ capacity }) => capacity !== null)
  const rows = isLimited ? await readLimited(tx, { ids }) : read
  return ids.map((id) => {
    const row = rows.find((candidate) => candidate.id === id)
    if (row && isPublished(row, now)) return row
    const message = 'This event is no longer available. Please choose another one.'
    throw invalidInput([{ field, message }], 'unknown_event')
  })
}

/** Returns the 409 refusal for a cancelled event; `message` replaces its default message. */
export function cancelledEvent(message?: string) {
  const details = { eventStatus: 'cancelled', suggestFutureEvents: true } as const
  return new Refusal('event_cancelled', message ? { ...details, message } : details)
}

/** Throws 409 if one of the events is cancelled or over. */
export function refuseFinished(rows: EventRow[], { now, timeZone }: TimeContext) {
  if (rows.some((event) => event.cancelledAt)) {
    throw cancelledEvent('This event was cancelled.')
  }
  if (!rows.some((event) => isFinished(event, now, timeZone))) return
  throw new Refusal('event_finished', { eventStatus: 'finished', suggestFutureEvents: true })
}
