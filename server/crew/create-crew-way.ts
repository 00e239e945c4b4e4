import type { openCrewRoom as contract } from '#shared/contract/crew.ts'
import type { ReplyOf } from '#shared/contract/endpoint.ts'
import { opensRoom } from '#shared/crew.ts'
import type { TimeContext } from '#shared/time-context.ts'
import type { Clock } from '#server/clock.ts'
import type { Db } from '#server/db/open.ts'
import { Refusal } from '#server/refusal.ts'
import type { ZoomConfig } from '#server/settings/provider-settings.ts'
import { createZoomClient, type ZoomClient } from '#server/webinars/zoom-client.ts'
import { crewJoinWindowState, findCrewMember, type FoundMember } from './find-crew-member.ts'

type OpenRoom = ReplyOf<typeof contract>

const closed = {
  early: 'The room is not open yet.',
  over: 'This interview is over.',
  cancelled: 'This interview will not take place.',
}

/**
 * Where the crew goes in. Zoom's links are asked for at each press, for the host's hold two hours only, and
 * are stored nowhere. Specification, "Crew".
 */
export function createRoomOpener(
  db: Db,
  { zoom: config, clock }: { zoom: ZoomConfig | undefined; clock: Clock },
) {
  const zoom = config && createZoomClient(config, clock)

  /** Throws 404 for a dead link, 409 while the room is closed, unreachable or not there. */
  return async function openCrewRoom(token: string, time: TimeContext): Promise<OpenRoom> {
    const found = await findCrewMember(db, token)
    const { state } = crewJoinWindowState(found, time)
    if (state !== 'open') throw noRoom(closed[state])
    const { webinarId, event } = found
    const ofZoom = zoom && webinarId !== null ? await askZoom(zoom, webinarId, found) : undefined
    if (ofZoom && 'url' in ofZoom) return ofZoom
    if (event.roomUrl !== null) return { url: event.roomUrl, isHost: false }
    throw noRoom(
      ofZoom
        ? `Zoom gives no link at the moment (${ofZoom.problem}). Please try again in a minute.`
        : 'There is no room yet. Please ask the organiser.',
    )
  }
}

/** The host's link for whoever opens the room; else a panelist's own, else the one that all have. */
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
