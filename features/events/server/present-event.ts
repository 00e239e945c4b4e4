import {
  hasReadyRecording,
  isApproved,
  isLive,
  isMaterialOut,
  type Heard,
  presentZoomRoom,
} from '#features/events/rules.ts'
import type { AdminEvent, EventPage, PublicEvent } from '#kernel/event-shapes.ts'
import { effectiveStatus, type TimeContext } from '#kernel/event-time.ts'
import type { FormQuestion } from '#kernel/form-questions.ts'
import { presentMaterial } from '#kernel/materials.ts'
import { usualReminders } from '#kernel/reminder-times.ts'
import { revealsVideo } from '#kernel/video-link.ts'
import type { ListedMaterial } from '#schema/materials.ts'
import type { EventRow } from './event-rows.ts'

function shared(event: EventRow, heard: Heard | null, { now, timeZone }: TimeContext) {
  return {
    id: event.id,
    slug: event.slug,
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
    recordingReady: event.recordingReady && isApproved(event),
    hasRecording: hasReadyRecording(event),
    tags: event.tags,
    ...(event.reminderMinutes.join() !== usualReminders.join() && {
      reminderMinutes: event.reminderMinutes,
    }),
    createdAt: event.createdAt.toISOString(),
    updatedAt: event.updatedAt.toISOString(),
  }
}

/** What the event's page shows from tables other than `events`. */
export type EventAbout = {
  heard: Heard | null
  /** The questions of the registration form; null or undefined without any. */
  formQuestions?: FormQuestion[] | null
  materials?: ListedMaterial[]
  /** Show notes as HTML. */
  showNotes?: string | null
  /** Number of seats that a visitor can take now; null if they are unlimited. */
  seatsLeft?: number | null
}

const isForEverybody = ({ visibleTo }: ListedMaterial) => visibleTo === 'everybody'

/** Returns an event as visitors see it, without any URL that reveals the recording. */
export function presentEvent(
  event: EventRow,
  { heard, formQuestions, materials = [], seatsLeft }: EventAbout,
  time: TimeContext,
): PublicEvent {
  const common = shared(event, heard, time)
  const shown = (picture: string) => (revealsVideo(picture, event.videoUrl) ? null : picture)
  return {
    ...common,
    materials: materials
      .filter((material) => isForEverybody(material) && isMaterialOut(material, event, time))
      .map((material) => presentMaterial(material)),
    featureImage: shown(event.featureImage),
    bannerImage: shown(event.bannerImage),
    ...(formQuestions && common.status !== 'completed' && { formQuestions }),
    ...presentSeats(seatsLeft),
  }
}

function presentSeats(seatsLeft: number | null | undefined) {
  return typeof seatsLeft === 'number' ? { seatsLeft } : {}
}

/** Returns an event for its public page, which exists for cancelled events, too. */
export function presentEventPage(event: EventRow, about: EventAbout, time: TimeContext): EventPage {
  const out = about.materials?.filter((material) => isMaterialOut(material, event, time)) ?? []
  return {
    ...presentEvent(event, about, time),
    isCancelled: event.cancelledAt !== null,
    hasMoreMaterials: !out.every(isForEverybody),
    ...(about.showNotes &&
      isMaterialOut({ visibleFrom: 'end' }, event, time) && { showNotes: about.showNotes }),
  }
}

/** Returns the contract's value of `publishAt`: an instant in UTC, `draft`, or null. */
export function presentPublishAt(publishAt: EventRow['publishAt']) {
  return publishAt instanceof Date ? publishAt.toISOString() : publishAt
}

/** Returns all fields of an event, with its webinar or meeting, for administrators. */
export function presentEventToAdmin(
  event: EventRow,
  {
    webinarId,
    heard,
    formQuestions,
    seatsLeft,
  }: Pick<EventAbout, 'heard' | 'formQuestions' | 'seatsLeft'> & { webinarId: string | null },
  time: TimeContext,
): AdminEvent {
  return {
    ...shared(event, heard, time),
    recordingReady: event.recordingReady,
    featureImage: event.featureImage,
    bannerImage: event.bannerImage,
    videoUrl: event.videoUrl,
    roomUrl: event.roomUrl,
    capacity: event.capacity,
    ...presentSeats(seatsLeft),
    storedStatus: event.status,
    cancelledAt: event.cancelledAt?.toISOString() ?? null,
    publishAt: presentPublishAt(event.publishAt),
    isSample: event.isSample,
    ...presentZoomRoom(webinarId),
    ...(formQuestions && { formQuestions }),
  }
}

type Pictured = { featureImage: string | null; bannerImage: string | null }

/**
 * Adds the version to the URLs of an event's pictures (`?v=…`), so that browsers can cache the pictures permanently.
 */
export function presentPictures<Event extends Pictured>(
  event: Event,
  versioned: (address: string) => string,
): Event {
  const { featureImage, bannerImage } = event
  return {
    ...event,
    featureImage: featureImage && versioned(featureImage),
    bannerImage: bannerImage && versioned(bannerImage),
  }
}
