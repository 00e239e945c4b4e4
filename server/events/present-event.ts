import { effectiveStatus } from '#shared/event-time.ts'
import type { AdminEvent, PublicEvent } from '#shared/contract/events.ts'
import { revealsVideo } from '#shared/video-link.ts'
import type { events } from '#server/db/schema.ts'

export type EventRow = typeof events.$inferSelect

/** When and where a row is looked at: it decides the effective status. */
export type Moment = { now: Date; timeZone: string }

function shared(event: EventRow, { now, timeZone }: Moment) {
  return {
    id: event.id,
    title: event.title,
    eventDate: event.eventDate,
    eventTime: event.eventTime,
    eventEndTime: event.eventEndTime,
    speakerName: event.speakerName,
    speakerTitle: event.speakerTitle,
    description: event.description,
    status: effectiveStatus(event, now, timeZone),
    dateConfirmed: event.dateConfirmed,
    priority: event.priority,
    recordingReady: event.recordingReady,
    hasRecording: Boolean(event.videoUrl) && event.recordingReady,
    createdAt: event.createdAt.toISOString(),
    updatedAt: event.updatedAt.toISOString(),
  }
}

/** The row as visitors see it: nothing in it leads to the recording. decisions.md, "Events". */
export function presentEvent(event: EventRow, moment: Moment): PublicEvent {
  const shown = (picture: string) => (revealsVideo(picture, event.videoUrl) ? null : picture)
  return {
    ...shared(event, moment),
    featureImage: shown(event.featureImage),
    bannerImage: shown(event.bannerImage),
  }
}

/** The whole row with the webinar of its mapping, for administrators. */
export function presentEventToAdmin(
  event: EventRow,
  webinarId: string | null,
  moment: Moment,
): AdminEvent {
  return {
    ...shared(event, moment),
    featureImage: event.featureImage,
    bannerImage: event.bannerImage,
    videoUrl: event.videoUrl,
    storedStatus: event.status,
    cancelledAt: event.cancelledAt?.toISOString() ?? null,
    isSample: event.isSample,
    webinarId,
  }
}
