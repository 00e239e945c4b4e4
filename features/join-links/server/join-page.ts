import { and, eq, sql } from 'drizzle-orm'
import { liveSpan, type Heard } from '#features/events/rules.ts'
import type { EventRow } from '#features/events/server/event-rows.ts'
import { presentEventPage, presentPictures } from '#features/events/server/present-event.ts'
import type { JoinReply } from '#features/join-links/contract.ts'
import {
  effectiveStatus,
  eventEnd,
  eventStart,
  type DisplayZone,
  type TimeContext,
  describeWhen,
} from '#kernel/event-time.ts'
import { joinWindowTimes, nameRoom } from '#kernel/join-window.ts'
import type { Db } from '#platform/db/open.ts'
import { Refusal } from '#platform/errors/refusal.ts'
import { events, isPublishedAt } from '#schema/events.ts'
import { eventRegistrations } from '#schema/registrations.ts'
import { isHeldIn, joins, liveStates, webinarSeats, zoomWebinarMappings } from '#schema/webinars.ts'

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

/** As `readJoinPage`; counts the press while the doors are open. */
export async function takeJoinLink(
  db: Db,
  registrationId: number | undefined,
  context: Context,
): Promise<JoinReply> {
  const reply = await readJoinPage(db, registrationId, context)
  if (reply.url && registrationId) await countJoin(db, registrationId, context.now)
  return reply
}

/**
 * The registrant's own way in while the doors are open (`joinWindowTimes`). It
 * leads into the webinar that the event is mapped to now, never into one that it has left; whoever has
 * no seat there and gets none soon is led into the event's room. Throws 404 for a registration that is
 * gone, and while its event is unpublished.
 */
export async function readJoinPage(
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
    .where(and(eq(eventRegistrations.id, registrationId ?? 0), isPublishedAt(now)))
  if (!found || !registrationId) {
    throw new Refusal('unknown_link', {
      message: 'This link does not lead to a seat. Please use the one in your last mail.',
    })
  }
  const { event, heard, webinarId, type } = found
  const joinWindow = joinWindowOf(event, heard, display.zone)
  const time = { now, timeZone: display.zone }
  const state = joinWindowState(event, heard, time, joinWindow)
  const isAhead = state === 'early' || state === 'open'
  const webinarSeat = webinarId !== null && found.seat?.webinarId === webinarId ? found.seat : null
  const isAwaited = isConfigured && webinarId !== null && type === 'confirmed'
  const zoomRetryAt = isAwaited ? findRetry(webinarSeat, now) : undefined
  // The daily limit may end before the doors open: then the seat comes in time.
  const isLimited = zoomRetryAt && !(joinWindow && zoomRetryAt <= joinWindow.open)
  const isOnItsWay = isAwaited && mayCome(webinarSeat) && !isLimited
  const mayUseRoom = type === 'confirmed' && !isOnItsWay
  const joinUrl = webinarSeat?.joinUrl ?? (mayUseRoom ? event.roomUrl : null)
  const url = state === 'open' ? joinUrl : null
  return {
    state: state !== 'open' || url ? state : isOnItsWay ? 'preparing' : 'unseated',
    url,
    leadsIn: isOnItsWay || Boolean(joinUrl),
    room: url && url === event.roomUrl ? nameRoom(url) : null,
    zoomRetryAt: isLimited && isAhead ? zoomRetryAt.toISOString() : undefined,
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

const dayMs = 24 * 60 * 60_000

/** Midnight UTC, when Zoom accepts adds of a registrant again whose adds of the day are used up. */
function findRetry(webinarSeat: WebinarRegistration | null, now: Date): Date | undefined {
  const day = now.toISOString().slice(0, 10)
  const isUsedUp = webinarSeat?.state === 'waiting' && webinarSeat.exhaustedOn === day
  return isUsedUp ? new Date(Date.parse(day) + dayMs) : undefined
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
