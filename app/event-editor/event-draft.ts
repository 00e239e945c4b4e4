import type { DraftKeeper } from '#client/admin/use-draft.ts'
import { eventForm } from '#features/events/contract.ts'
import type { AdminEvent } from '#kernel/event-shapes.ts'
import type { EventStatus, ZoomKind } from '#kernel/values.ts'
import { findVideoId, thumbnailAddress } from '#kernel/video-link.ts'
import { readTimes, resolveTimes, type TimesDraft } from './event-times.ts'
import { type PublishingDraft, readPublishing, resolvePublishing } from './publishing.ts'

/** The form's values of an event, all as text; times are in the display zone. */
export type EventDraft = TimesDraft &
  PublishingDraft & {
    title: string
    speakerName: string
    speakerTitle: string
    description: string
    status: EventStatus
    dateConfirmed: boolean
    priority: string
    bannerImage: string
    /** Empty uses the recording's thumbnail, else the banner. */
    featureImage: string
    videoUrl: string
    recordingReady: boolean
    webinarId: string
    webinarKind: ZoomKind
    roomUrl: string
    /** Separated by commas. */
    tags: string
  }

const noTimes = { eventDate: null, eventTime: null, eventEndTime: null }
const emptyTimes = readTimes(noTimes, 'UTC')

export const emptyDraft: EventDraft = {
  ...emptyTimes,
  ...readPublishing({ publishAt: null }, 'UTC'),
  title: '',
  speakerName: '',
  speakerTitle: '',
  description: '',
  status: 'pre_registration',
  dateConfirmed: false,
  priority: '0',
  bannerImage: '',
  featureImage: '',
  videoUrl: '',
  recordingReady: false,
  webinarId: '',
  webinarKind: 'webinar',
  roomUrl: '',
  tags: '',
}

/** Whether the feature image is the default: the recording's thumbnail or the banner. */
function isDefaultPicture({ featureImage, bannerImage, videoUrl }: AdminEvent) {
  const id = findVideoId(videoUrl)
  const thumbnail = id && thumbnailAddress(id, 'maxresdefault')
  return featureImage === bannerImage || featureImage === thumbnail
}

export function draftOf(event: AdminEvent, timeZone: string): EventDraft {
  return {
    ...readTimes(event, timeZone),
    ...readPublishing(event, timeZone),
    title: event.title,
    speakerName: event.speakerName,
    speakerTitle: event.speakerTitle,
    description: event.description,
    status: event.storedStatus,
    dateConfirmed: event.dateConfirmed,
    priority: String(event.priority),
    bannerImage: event.bannerImage,
    featureImage: isDefaultPicture(event) ? '' : event.featureImage,
    videoUrl: event.videoUrl ?? '',
    recordingReady: event.recordingReady,
    webinarId: event.webinarId ?? '',
    webinarKind: event.webinarKind,
    roomUrl: event.roomUrl ?? '',
    tags: event.tags.join(', '),
  }
}

/** Returns the body that contains all fields of the form. */
export function fieldsOf(draft: EventDraft, timeZone: string) {
  const { timeKind: _kind, start: _start, end: _end, eventTime: _time, ...others } = draft
  const { publishing: _publishing, publishDay: _day, publishTime: _hour, ...rest } = others
  const { publishAt } = resolvePublishing(draft, timeZone)
  const { eventDate, eventTime, eventEndTime } = resolveTimes(draft, timeZone)
  const priority = Number(draft.priority.trim() || 0)
  const isDefault = draft.featureImage.trim() === '' && findVideoId(draft.videoUrl) === undefined
  const featureImage = isDefault ? draft.bannerImage : draft.featureImage
  const tags = draft.tags.split(',').flatMap((tag) => tag.trim() || [])
  return { ...rest, featureImage, eventDate, eventTime, eventEndTime, priority, publishAt, tags }
}

export type EventFields = ReturnType<typeof fieldsOf>

/** The fields that differ between two drafts, as `after` has them. */
export function changedFields(before: EventDraft, after: EventDraft, timeZone: string) {
  const [old, fresh] = [fieldsOf(before, timeZone), fieldsOf(after, timeZone)]
  const names = (Object.keys(fresh) as (keyof EventFields)[]).filter(
    // Tags are a list.
    (name) => JSON.stringify(fresh[name]) !== JSON.stringify(old[name]),
  )
  return Object.fromEntries(names.map((name) => [name, fresh[name]])) as Partial<EventFields>
}

/** Returns the form field that edits a field of the contract. */
export function placeOf(field: string, { timeKind }: EventDraft): keyof EventDraft | undefined {
  if (field === 'eventTime') return timeKind === 'clock' ? 'start' : 'eventTime'
  if (field === 'eventEndTime') return timeKind === 'clock' ? 'end' : 'eventEndTime'
  if (field === 'publishAt') return 'publishDay'
  return field in emptyDraft ? (field as keyof EventDraft) : undefined
}

/** Fields that are validated together. */
const fieldGroups = [
  new Set(Object.keys(emptyTimes)),
  new Set(['publishing', 'publishDay', 'publishTime']),
]

/**
 * Returns the errors of changed fields only, so that an event with an older invalid value can be saved.
 * Without `before` all fields are checked.
 */
export function findNewMistakes(
  before: EventDraft | undefined,
  draft: EventDraft,
  timeZone: string,
) {
  const mistakes = Object.entries(findMistakes(draft, timeZone))
  if (!before) return Object.fromEntries(mistakes)
  const changed = (Object.keys(draft) as (keyof EventDraft)[]).filter(
    (name) => draft[name] !== before[name],
  )
  return Object.fromEntries(
    mistakes.filter(([name]) => {
      const names = fieldGroups.find((those) => those.has(name)) ?? new Set([name])
      return changed.some((other) => names.has(other))
    }),
  )
}

/** Returns the errors of a draft by form field, with the contract's messages. */
export function findMistakes(draft: EventDraft, timeZone: string) {
  const mistakes: Partial<Record<keyof EventDraft, string>> = {}
  const { error } = eventForm.safeParse(fieldsOf(draft, timeZone))
  for (const { path, message } of error?.issues ?? []) {
    const place = placeOf(String(path[0]), draft)
    if (place) mistakes[place] ??= message
  }
  return {
    ...mistakes,
    ...resolveTimes(draft, timeZone).mistakes,
    ...resolvePublishing(draft, timeZone).mistakes,
  }
}

/** Unsaved form values and the row they belong to, stored by the part of the path after `/admin/events/`. */
export type EventDraftKeeper = DraftKeeper<EventDraft, AdminEvent | undefined>
