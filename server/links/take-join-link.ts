import { eq, sql } from 'drizzle-orm'
import type { JoinReply } from '#shared/contract/links.ts'
import {
  effectiveStatus,
  eventEnd,
  eventStart,
  formatEventDate,
  formatEventTime,
  type DisplayZone,
  type EventTimes,
} from '#shared/event-time.ts'
import { liveSpan, type Heard } from '#shared/live.ts'
import { joinWindowTimes, nameRoom } from '#shared/room.ts'
import type { TimeContext } from '#shared/time-context.ts'
import type { Db } from '#server/db/open.ts'
import { events } from '#server/db/tables/events.ts'
import { eventRegistrations } from '#server/db/tables/people.ts'
import {
  isHeldIn,
  joins,
  liveStates,
  webinarSeats,
  zoomWebinarMappings,
} from '#server/db/tables/webinars.ts'
import type { EventRow } from '#server/events/event-row.ts'
import { presentEventPage } from '#server/events/present-event.ts'
import { presentPictures } from '#server/events/present-pictures.ts'
import { Refusal } from '#server/refusal.ts'

/** Date and time on one line, as the series shows them; null where neither is known. */
export function describeWhen(event: EventTimes, display: DisplayZone): string | null {
  const parts = [formatEventDate(event, display.zone), formatEventTime(event, display)]
  return parts.filter(Boolean).join(', ') || null
}

/**
 * The moments between which people are let in, sooner and longer while the event is live; nothing for an
 * event without a clock time.
 */
export function joinWindowOf(
  event: EventRow,
  heard: Heard | null,
  timeZone: string,
  { opensBeforeMs }: { opensBeforeMs: number } = joinWindowTimes,
) {
  const [start, end] = [eventStart(event), eventEnd(event, timeZone)]
  if (!start || !end) return undefined
  const live = liveSpan(event, heard, timeZone)
  const opens = start.getTime() - opensBeforeMs
  const closes = end.getTime() + joinWindowTimes.closesAfterMs
  return {
    open: new Date(Math.min(opens, live?.from.getTime() ?? opens)),
    close: new Date(Math.max(closes, live?.until.getTime() ?? closes)),
    end,
  }
}

type JoinWindow = ReturnType<typeof joinWindowOf>

/** Whether an event lets people in at this moment, and why not. */
export function joinWindowState(
  event: EventRow,
  heard: Heard | null,
  { now, timeZone }: TimeContext,
  joinWindow: JoinWindow = joinWindowOf(event, heard, timeZone),
): 'early' | 'open' | 'over' | 'cancelled' {
  if (event.cancelledAt) return 'cancelled'
  // Past its end an event counts as completed by itself: only before that somebody has closed it.
  const isClosed = effectiveStatus(event, now, timeZone) === 'completed'
  if (isClosed && !(joinWindow && joinWindow.end <= now && now < joinWindow.close)) return 'over'
  return joinWindow && joinWindow.open <= now ? 'open' : 'early'
}

/** After so many tries nobody may be told that it takes a minute. */
const hopefulTries = 5

type WebinarRegistration = typeof webinarSeats.$inferSelect
type Context = {
  now: Date
  display: DisplayZone
  /** Whether seats are taken in Zoom at all. */
  isConfigured: boolean
  /** The address of a picture with its version. */
  versioned: (address: string) => string
}

/**
 * The registrant's own way in while the doors are open (`joinWindowTimes`), and counts that it was taken. It
 * leads into the webinar that the event is mapped to now, never into one that it has left; whoever has
 * no seat there and gets none soon is led into the event's room. Throws 404 for a registration that is
 * gone.
 */
export async function takeJoinLink(
  db: Db,
  registrationId: number | undefined,
  { now, display, isConfigured, versioned }: Context,
): Promise<JoinReply> {
  const [found] = await db
    .select({
      event: events,
      seat: webinarSeats,
      heard: liveStates,
      webinarId: zoomWebinarMappings.webinarId,
      type: eventRegistrations.registrationType,
    })
    .from(eventRegistrations)
    .innerJoin(events, eq(events.id, eventRegistrations.eventId))
    .leftJoin(liveStates, eq(liveStates.eventId, events.id))
    .leftJoin(webinarSeats, eq(webinarSeats.registrationId, eventRegistrations.id))
    .leftJoin(zoomWebinarMappings, isHeldIn)
    .where(eq(eventRegistrations.id, registrationId ?? 0))
  if (!found || !registrationId) {
    throw new Refusal('unknown_link', {
      message: 'This link does not lead to a seat. Please use the one in your last mail.',
    })
  }
  const { event, heard, webinarId, type } = found
  const joinWindow = joinWindowOf(event, heard, display.zone)
  const time = { now, timeZone: display.zone }
  const state = joinWindowState(event, heard, time, joinWindow)
  const webinarSeat = webinarId !== null && found.seat?.webinarId === webinarId ? found.seat : null
  const isOnItsWay =
    isConfigured && webinarId !== null && type === 'confirmed' && mayCome(webinarSeat)
  const mayUseRoom = type === 'confirmed' && !isOnItsWay
  const joinUrl = webinarSeat?.joinUrl ?? (mayUseRoom ? event.roomUrl : null)
  const url = state === 'open' ? joinUrl : null
  if (url) await countJoin(db, registrationId, now)
  return {
    state: state !== 'open' || url ? state : isOnItsWay ? 'preparing' : 'unseated',
    url,
    room: url && url === event.roomUrl ? nameRoom(url) : null,
    title: event.title,
    when: describeWhen(event, display),
    opensAt: joinWindow?.open.toISOString() ?? null,
    event: presentPictures(presentEventPage(event, heard, time), versioned),
    now: now.toISOString(),
  }
}

/** Whether a seat in the webinar is likely to come within minutes. */
function mayCome(webinarSeat: WebinarRegistration | null): boolean {
  return (
    webinarSeat === null ||
    (webinarSeat.state === 'waiting' && webinarSeat.attempts <= hopefulTries)
  )
}

function countJoin(db: Db, registrationId: number, now: Date) {
  return db
    .insert(joins)
    .values({ registrationId, joinCount: 1, firstJoinedAt: now })
    .onConflictDoUpdate({
      target: joins.registrationId,
      set: { joinCount: sql`${joins.joinCount} + 1` },
    })
}
