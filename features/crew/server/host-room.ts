import { eq } from 'drizzle-orm'
import type { openHostRoom as contract } from '#features/crew/contract.ts'
import { unknownEvent } from '#features/events/server/event-rows.ts'
import type { ZoomClient } from '#features/webinars/server/zoom-client.ts'
import type { ReplyOf } from '#kernel/endpoint.ts'
import type { Db } from '#platform/db/open.ts'
import { Refusal } from '#platform/errors/refusal.ts'
import { events } from '#schema/events.ts'
import { isHeldIn, zoomWebinarMappings } from '#schema/webinars.ts'

/**
 * Returns a function that returns the URL with which the organiser opens an event's meeting room, at any time: Zoom's
 * URL for the host, requested on each call and never stored; without one, the URL for all participants.
 */
export function createHostRoomOpener(db: Db, findZoom: () => ZoomClient | undefined) {
  /** Throws 404 for an unknown event, 409 if there is no meeting room or Zoom returns no URL. */
  return async function openHostRoom(eventId: number): Promise<ReplyOf<typeof contract>> {
    const [found] = await db
      .select({ event: events, webinarId: zoomWebinarMappings.webinarId })
      .from(events)
      .leftJoin(zoomWebinarMappings, isHeldIn)
      .where(eq(events.id, eventId))
    if (!found) throw unknownEvent(eventId)
    const { event, webinarId } = found
    const zoom = findZoom()
    if (zoom && webinarId !== null) {
      const links = await zoom.readLinks(webinarId).catch((error: unknown) => {
        throw refuseRoom(
          `Zoom returned no link (${error instanceof Error ? error.message : 'no answer'}).`,
        )
      })
      if (links.start) return { url: links.start, isHost: true }
      if (links.join) return { url: links.join, isHost: false }
    }
    if (event.roomUrl !== null) return { url: event.roomUrl, isHost: false }
    throw refuseRoom(
      webinarId !== null && !zoom
        ? 'Zoom is not connected, and the event has no meeting link.'
        : 'This event has no meeting link yet.',
    )
  }
}

function refuseRoom(message: string) {
  return new Refusal('no_way_in', { message })
}
