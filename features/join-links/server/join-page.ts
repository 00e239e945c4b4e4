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
 * Returns when the doors open and close, earlier and later if the event is live; undefined without a start
 * time.
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

/** Returns whether the doors are open now, otherwise why not. */
export function joinWindowState(
  event: EventRow,
  heard: Heard | null,
  { now, timeZone }: TimeContext,
  joinWindow: JoinWindow = joinWindowOf(event, heard, timeZone),
): 'early' | 'open' | 'over' | 'cancelled' {
  if (event.cancelledAt) return 'cancelled'
  // Past its end an event counts as completed anyway; before that, an organiser completed it.
  const isClosed = effectiveStatus(event, now, timeZone) === 'completed'
  if (isClosed && !(joinWindow && joinWindow.end <= now && now < joinWindow.close)) return 'over'
  return joinWindow && joinWindow.open <= now ? 'open' : 'early'
}

/** Number of attempts after which the page no longer says that the Zoom registration takes a minute. */
const hopefulTries = 5

type WebinarRegistration = typeof webinarSeats.$inferSelect
type Context = {
  now: Date
  display: DisplayZone
  /** True if Zoom is configured. */
  isConfigured: boolean
  /** Returns a picture's URL with its version. */
  versioned: (address: string) => string
}

/** Works as `readJoinPage`, and counts the press while the doors are open. */
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
 * Returns the registrant's own link while the doors are open (`joinWindowTimes`): into the event's current
 * webinar, never into a former one; without a Zoom registration that is likely soon, into the meeting room.
 * Throws 404 if the registration is gone or the event unpublished.
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
  // If the daily limit ends before the doors open, the Zoom registration comes in time.
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

/** Returns whether the Zoom registration is likely within minutes. */
function mayCome(webinarSeat: WebinarRegistration | null): boolean {
  return (
    webinarSeat === null ||
    (webinarSeat.state === 'waiting' && webinarSeat.attempts <= hopefulTries)
  )
}

const dayMs = 24 * 60 * 60_000

/** Returns midnight UTC, when Zoom's daily limit per registrant resets, if it is used up. */
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
