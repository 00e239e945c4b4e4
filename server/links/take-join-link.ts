import { eq, sql } from 'drizzle-orm'
import { eventEnd, eventStart, formatEventDate, formatEventTime } from '#shared/event-time.ts'
import type { JoinReply } from '#shared/contract/links.ts'
import type { DisplayZone } from '#shared/event-time.ts'
import type { Db } from '#server/db/open.ts'
import { webinarSeats } from '#server/db/messages-schema.ts'
import { eventRegistrations, events } from '#server/db/schema.ts'
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

/**
 * The registrant's own way in, from 15 minutes before the start until the end, and counts that it was
 * taken. Throws 404 for a registration that is gone.
 */
export async function takeJoinLink(
  db: Db,
  registrationId: number | undefined,
  { now, display }: { now: Date; display: DisplayZone },
): Promise<JoinReply> {
  const [found] = await db
    .select({ event: events, joinUrl: webinarSeats.joinUrl })
    .from(eventRegistrations)
    .innerJoin(events, eq(events.id, eventRegistrations.eventId))
    .leftJoin(webinarSeats, eq(webinarSeats.registrationId, eventRegistrations.id))
    .where(eq(eventRegistrations.id, registrationId ?? 0))
  if (!found || !registrationId) {
    throw new Refusal(
      404,
      'This link does not lead to a seat. Please use the one in your last mail.',
    )
  }
  const { event, joinUrl } = found
  const state = stateOf(event, now, display.zone)
  if (state === 'open' && joinUrl) await countJoin(db, registrationId, now)
  const start = eventStart(event)
  return {
    state: state === 'open' && !joinUrl ? 'preparing' : state,
    url: state === 'open' ? joinUrl : null,
    title: event.title,
    when: describeWhen(event, display),
    opensAt: start ? new Date(start.getTime() - opensBeforeMs).toISOString() : null,
  }
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
