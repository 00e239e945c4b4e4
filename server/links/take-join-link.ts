import { and, eq, sql } from 'drizzle-orm'
import { eventEnd, eventStart, formatEventDate, formatEventTime } from '#shared/event-time.ts'
import type { JoinReply } from '#shared/contract/links.ts'
import type { DisplayZone } from '#shared/event-time.ts'
import type { Db } from '#server/db/open.ts'
import { webinarSeats } from '#server/db/messages-schema.ts'
import { eventRegistrations, events, zoomWebinarMappings } from '#server/db/schema.ts'
import type { EventRow } from '#server/events/present-event.ts'
import { Refusal } from '#server/refusal.ts'

const opensBeforeMs = 15 * 60 * 1000

/** Date and time on one line, as the series shows them; null where neither is known. */
export function describeWhen(event: EventRow, display: DisplayZone): string | null {
  const parts = [formatEventDate(event, display.zone), formatEventTime(event, display)]
  return parts.filter(Boolean).join(', ') || null
}

function stateOf(event: EventRow, now: Date, timeZone: string): JoinReply['state'] {
  if (event.cancelledAt) return 'cancelled'
  const end = eventEnd(event, timeZone)
  if (event.status === 'completed' || (end && end <= now)) return 'over'
  const start = eventStart(event)
  return start && start.getTime() - opensBeforeMs <= now.getTime() ? 'open' : 'early'
}

/** After so many tries nobody may be told that it takes a minute. */
const hopefulTries = 5

type Seat = typeof webinarSeats.$inferSelect
type Context = {
  now: Date
  display: DisplayZone
  /** Whether seats are taken in Zoom at all. */
  isConfigured: boolean
}

/**
 * The registrant's own way in, from 15 minutes before the start until the end, and counts that it was
 * taken. It leads into the webinar that the event is mapped to now, never into one that it has left.
 * Throws 404 for a registration that is gone.
 */
export async function takeJoinLink(
  db: Db,
  registrationId: number | undefined,
  { now, display, isConfigured }: Context,
): Promise<JoinReply> {
  const [found] = await db
    .select({
      event: events,
      seat: webinarSeats,
      webinarId: zoomWebinarMappings.webinarId,
      type: eventRegistrations.registrationType,
    })
    .from(eventRegistrations)
    .innerJoin(events, eq(events.id, eventRegistrations.eventId))
    .leftJoin(webinarSeats, eq(webinarSeats.registrationId, eventRegistrations.id))
    .leftJoin(
      zoomWebinarMappings,
      and(eq(zoomWebinarMappings.eventId, events.id), eq(zoomWebinarMappings.isActive, true)),
    )
    .where(eq(eventRegistrations.id, registrationId ?? 0))
  if (!found || !registrationId) {
    throw new Refusal(
      404,
      'This link does not lead to a seat. Please use the one in your last mail.',
    )
  }
  const { event, webinarId, type } = found
  const state = stateOf(event, now, display.zone)
  const seat = webinarId !== null && found.seat?.webinarId === webinarId ? found.seat : null
  const url = state === 'open' ? (seat?.joinUrl ?? null) : null
  if (url) await countJoin(db, registrationId, now)
  const isOnItsWay = isConfigured && webinarId !== null && type === 'confirmed' && mayCome(seat)
  const start = eventStart(event)
  return {
    state: state !== 'open' || url ? state : isOnItsWay ? 'preparing' : 'unseated',
    url,
    title: event.title,
    when: describeWhen(event, display),
    opensAt: start ? new Date(start.getTime() - opensBeforeMs).toISOString() : null,
  }
}

/** Whether a seat in the webinar is likely to come within minutes. */
function mayCome(seat: Seat | null): boolean {
  return seat === null || (seat.state === 'waiting' && seat.attempts <= hopefulTries)
}

function countJoin(db: Db, registrationId: number, now: Date) {
  return db
    .update(webinarSeats)
    .set({
      joinCount: sql`${webinarSeats.joinCount} + 1`,
      firstJoinedAt: sql`coalesce(${webinarSeats.firstJoinedAt}, ${now.toISOString()}::timestamptz)`,
    })
    .where(eq(webinarSeats.registrationId, registrationId))
}
