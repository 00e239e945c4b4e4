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
 * Returns when an event's meeting room opens and closes; undefined without a start time. The room opens earlier and
 * closes later if the event is live then.
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

/** Returns whether the meeting room is open now and, if not, why. */
export function joinWindowState(
  event: EventRow,
  heard: Heard | null,
  { now, timeZone }: TimeContext,
  joinWindow: JoinWindow = joinWindowOf(event, heard, timeZone),
): 'early' | 'open' | 'over' | 'cancelled' {
  if (event.cancelledAt) return 'cancelled'
  // An event is completed after its planned end; the room then stays open for a while. If it is completed earlier, an
  // administrator completed it, and the room is closed.
  const isClosed = effectiveStatus(event, now, timeZone) === 'completed'
  if (isClosed && !(joinWindow && joinWindow.end <= now && now < joinWindow.close)) return 'over'
  return joinWindow && joinWindow.open <= now ? 'open' : 'early'
}

/** Number of failed attempts after which the page no longer says that the Zoom registration takes only a minute. */
const hopefulTries = 5

type WebinarRegistration = typeof webinarSeats.$inferSelect
type Context = {
  now: Date
  display: DisplayZone
  /** Whether Zoom is configured. */
  isConfigured: boolean
  /** Returns a picture's URL with a version in it. */
  versioned: (address: string) => string
}

/**
 * Returns the reply of `readJoinPage`. If the reply contains the URL of the meeting room, records that the registrant
 * has joined.
 */
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
 * Returns the state of a registrant's join link and, while the meeting room is open, the URL. The URL leads into the
 * event's current webinar, or into the meeting link if no Zoom registration is likely soon. Throws 404 if the
 * registration was deleted or the event is not published.
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
      message: 'This link is not valid. Please use the one in your latest email.',
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
  // If Zoom's daily limit for this registrant ends before the meeting room opens, the registration in Zoom will still
  // be made in time.
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
    event: presentPictures(presentEventPage(event, { heard }, time), versioned),
    now: now.toISOString(),
  }
}

/** Returns whether the Zoom registration will probably succeed within minutes. */
function mayCome(webinarSeat: WebinarRegistration | null): boolean {
  return (
    webinarSeat === null ||
    (webinarSeat.state === 'waiting' && webinarSeat.attempts <= hopefulTries)
  )
}

const dayMs = 24 * 60 * 60_000

/** If a registrant's daily limit at Zoom is reached, returns the next midnight UTC, at which it resets. */
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
