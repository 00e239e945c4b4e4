import type { AdminEvent, EventPage, PublicEvent } from '#shared/contract/events.ts'
import { effectiveStatus } from '#shared/event-time.ts'
import { isLive, type Heard } from '#shared/live.ts'
import { slugOf } from '#shared/slug.ts'
import type { TimeContext } from '#shared/time-context.ts'
import { revealsVideo } from '#shared/video-link.ts'
import { presentZoomRoom } from '#shared/zoom-room.ts'
import type { EventRow } from './event-row.ts'

function shared(event: EventRow, heard: Heard | null, { now, timeZone }: TimeContext) {
  return {
    id: event.id,
    slug: slugOf(event),
    title: event.title,
    eventDate: event.eventDate,
    eventTime: event.eventTime,
    eventEndTime: event.eventEndTime,
    speakerName: event.speakerName,
    speakerTitle: event.speakerTitle,
    description: event.description,
    status: effectiveStatus(event, now, timeZone),
    isLive: isLive(event, heard, now, timeZone),
    dateConfirmed: event.dateConfirmed,
    priority: event.priority,
    recordingReady: event.recordingReady,
    hasRecording: Boolean(event.videoUrl) && event.recordingReady,
    createdAt: event.createdAt.toISOString(),
    updatedAt: event.updatedAt.toISOString(),
  }
}

/** The row as visitors see it: nothing in it leads to the recording. Specification, "Events". */
export function presentEvent(event: EventRow, heard: Heard | null, time: TimeContext): PublicEvent {
  const shown = (picture: string) => (revealsVideo(picture, event.videoUrl) ? null : picture)
  return {
    ...shared(event, heard, time),
    featureImage: shown(event.featureImage),
    bannerImage: shown(event.bannerImage),
  }
}

/** The same for its own page, which is there for a cancelled one as well. */
export function presentEventPage(
  event: EventRow,
  heard: Heard | null,
  time: TimeContext,
): EventPage {
  return { ...presentEvent(event, heard, time), isCancelled: event.cancelledAt !== null }
}

/** The whole row with the webinar of its mapping, for administrators. */
export function presentEventToAdmin(
  event: EventRow,
  { webinarId, heard }: { webinarId: string | null; heard: Heard | null },
  time: TimeContext,
): AdminEvent {
  return {
    ...shared(event, heard, time),
    featureImage: event.featureImage,
    bannerImage: event.bannerImage,
    videoUrl: event.videoUrl,
    roomUrl: event.roomUrl,
    storedStatus: event.status,
    cancelledAt: event.cancelledAt?.toISOString() ?? null,
    isSample: event.isSample,
    ...presentZoomRoom(webinarId),
  }
}
