import { and, asc, eq, sql } from 'drizzle-orm'
import type { CrewPage, openCrewRoom as contract } from '#features/crew/contract.ts'
import { crewJoinWindow, opensRoom, viaOf } from '#features/crew/rules.ts'
import { readZoomRoom } from '#features/events/rules.ts'
import { presentEventPage, presentPictures } from '#features/events/server/present-event.ts'
import { withAttendance } from '#features/events/server/who-attended.ts'
import { joinWindowOf, joinWindowState } from '#features/join-links/server/join-page.ts'
import type { QuestionBoard } from '#features/questions/contract.ts'
import { markQuestion, readQuestionBoard } from '#features/questions/server/question-board.ts'
import type { ZoomClient } from '#features/webinars/server/zoom-client.ts'
import type { ReplyOf } from '#kernel/endpoint.ts'
import { type DisplayZone, type TimeContext, describeWhen } from '#kernel/event-time.ts'
import { nameRoom } from '#kernel/join-window.ts'
import { crewRoles, type QuestionState } from '#kernel/values.ts'
import type { Db } from '#platform/db/open.ts'
import { Refusal } from '#platform/errors/refusal.ts'
import { findLinkedRow } from '#platform/signed-links/signed-links.ts'
import { eventCrew } from '#schema/crew.ts'
import { events, isPublishedAt } from '#schema/events.ts'
import { isHeldIn, liveStates, zoomWebinarMappings } from '#schema/webinars.ts'

type Context = TimeContext & {
  display: DisplayZone
  /** Whether Zoom is configured. */
  isConfigured: boolean
  /** Adds the version to a picture's URL, so that browsers can cache the picture permanently. */
  versioned: (address: string) => string
}

/**
 * Returns date, meeting room and number of registrants for the crew member whose link contains this token. The reply
 * contains no registrant's name and no meeting link. Throws 404 for an invalid token.
 */
export async function readCrewPage(
  db: Db,
  token: string,
  { display, isConfigured, versioned, ...time }: Context,
): Promise<CrewPage> {
  const found = await findCrewMember(db, token, time.now)
  const { member, event, heard } = found
  const doors = crewJoinWindowState(found, time)
  const crew = await db
    .select({ name: eventCrew.name, role: eventCrew.role })
    .from(eventCrew)
    .where(eq(eventCrew.eventId, event.id))
    .orderBy(asc(eventCrew.id))
  return {
    name: member.name,
    role: member.role,
    title: event.title,
    when: describeWhen(event, display),
    room: roomNameOf(found, isConfigured),
    doors: doors.state,
    opensAt: doors.opensAt?.toISOString() ?? null,
    registrations: await countRegistrations(db, member),
    via: viaOf(member),
    crew,
    event: presentPictures(presentEventPage(event, { heard }, time), versioned),
  }
}

function roomNameOf({ event, webinarId }: FoundMember, isConfigured: boolean): string | null {
  if (isConfigured && webinarId !== null) return `Zoom ${readZoomRoom(webinarId).kind}`
  return event.roomUrl === null ? null : nameRoom(event.roomUrl)
}

async function countRegistrations(
  db: Db,
  { id, eventId }: { id: number; eventId: number },
): Promise<CrewPage['registrations']> {
  // The links that the member shared in another role stay valid.
  const vias = crewRoles.map((role) => viaOf({ id, role }))
  const { rows } = await db.execute<CrewPage['registrations']>(sql`
    select count(*) filter (where r.registration_type = 'confirmed')::int as "confirmed",
      count(*) filter (where r.registration_type = 'pre_registration')::int as "preRegistered",
      count(*) filter (where r."hasAttended")::int as "joined",
      count(*) filter (where r.first_touch ->> 'via' = any(${sql.param(vias)}::text[]))::int as "byOwnLink"
    from ${withAttendance(sql`${eventId}::int`)} r where r.user_id is not null`)
  return rows[0]!
}

/**
 * Returns the crew member whose link contains this token, with event and webinar. Throws 404 if the token is invalid,
 * the member was removed, or the event is not published.
 */
export async function findCrewMember(db: Db, token: string, now: Date) {
  const id = await findLinkedRow(db, 'crew', token)
  const [found] = await db
    .select({
      member: eventCrew,
      event: events,
      heard: liveStates,
      webinarId: zoomWebinarMappings.webinarId,
    })
    .from(eventCrew)
    .innerJoin(events, eq(events.id, eventCrew.eventId))
    .leftJoin(liveStates, eq(liveStates.eventId, events.id))
    .leftJoin(zoomWebinarMappings, isHeldIn)
    .where(and(eq(eventCrew.id, id ?? 0), isPublishedAt(now)))
  if (!found) {
    throw new Refusal('unknown_link', {
      message: 'This link no longer works. Please ask the organiser for a new one.',
    })
  }
  return found
}

type FoundMember = Awaited<ReturnType<typeof findCrewMember>>

/** Returns whether the meeting room is open to the crew now, and the time at which it opens. */
function crewJoinWindowState({ event, heard }: FoundMember, time: TimeContext) {
  const joinWindow = joinWindowOf(event, heard, time.timeZone, crewJoinWindow)
  return { state: joinWindowState(event, heard, time, joinWindow), opensAt: joinWindow?.open }
}

type OpenRoom = ReplyOf<typeof contract>

const closed = {
  early: 'The room is not open yet.',
  over: 'This event has ended.',
  cancelled: 'This event was cancelled.',
}

/**
 * Returns a function that returns the crew member's URL into the meeting room. Zoom's URLs are requested on each call
 * and never stored, because the host's URL expires after two hours.
 */
export function createRoomOpener(db: Db, findZoom: () => ZoomClient | undefined) {
  /** Throws 404 for an invalid token, 409 if the meeting room is closed or missing, or Zoom returns no URL. */
  return async function openCrewRoom(token: string, time: TimeContext): Promise<OpenRoom> {
    const found = await findCrewMember(db, token, time.now)
    const { state } = crewJoinWindowState(found, time)
    if (state !== 'open') throw noRoom(closed[state])
    const { webinarId, event } = found
    const zoom = findZoom()
    const ofZoom = zoom && webinarId !== null ? await askZoom(zoom, webinarId, found) : undefined
    if (ofZoom && 'url' in ofZoom) return ofZoom
    if (event.roomUrl !== null) return { url: event.roomUrl, isHost: false }
    throw noRoom(
      ofZoom
        ? `Zoom returned no link (${ofZoom.problem}). Please try again in a minute.`
        : 'The meeting room is not set up yet. Please ask the organiser.',
    )
  }
}

/**
 * Requests the URL with which the crew member enters the meeting room from Zoom: the host's URL for a host or producer,
 * a panelist's own URL, otherwise the URL for all participants. Never throws.
 */
async function askZoom(
  zoom: ZoomClient,
  room: string,
  { member }: FoundMember,
): Promise<OpenRoom | { problem: string }> {
  try {
    const { start, join } = await zoom.readLinks(room)
    if (opensRoom(member.role) && start) return { url: start, isHost: true }
    const own = await zoom.findPanelistLink(room, member.email)
    const url = own ?? join
    return url ? { url, isHost: false } : { problem: 'it names none' }
  } catch (error) {
    return { problem: error instanceof Error ? error.message : 'no answer' }
  }
}

function noRoom(message: string) {
  return new Refusal('no_way_in', { message })
}

/** Returns the questions of the event whose crew link contains this token. Throws 404 for an invalid token. */
export async function readCrewBoard(
  db: Db,
  token: string,
  { display, now }: { display: DisplayZone; now: Date },
): Promise<QuestionBoard> {
  const { event } = await findCrewMember(db, token, now)
  return readQuestionBoard(db, event.id, display)
}

/**
 * Changes the state of a question of the token's event. Throws 404 for an invalid token, or a question of another
 * event.
 */
export async function markCrewQuestion(
  db: Db,
  id: number,
  { token, state, now }: { token: string; state: QuestionState; now: Date },
) {
  const { event } = await findCrewMember(db, token, now)
  return markQuestion(db, id, { state, eventId: event.id })
}
