import type { DraftKeeper } from '#client/admin/use-draft.ts'
import type { EventDefaults } from '#features/event-defaults/contract.ts'
import { eventForm } from '#features/events/contract.ts'
import type { AdminEvent } from '#kernel/event-shapes.ts'
import type { EventStatus, ZoomKind } from '#kernel/values.ts'
import { findVideoId, thumbnailAddress } from '#kernel/video-link.ts'
import { readTimes, resolveTimes, type TimesDraft } from './event-times.ts'
import { type PublishingDraft, readPublishing, resolvePublishing } from './publishing.ts'

/** The values of the event form, all as text; times are in the display zone. */
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
    /** URL of the feature image; if empty, the event uses its recording's thumbnail, else its banner. */
    featureImage: string
    videoUrl: string
    recordingReady: boolean
    webinarId: string
    webinarKind: ZoomKind
    roomUrl: string
    /** Tags, separated by commas. */
    tags: string
    /** Number of seats; empty for no limit. */
    capacity: string
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
  capacity: '',
}

/** Returns the values with which the form of a new event starts. */
export function initialDraft(defaults: EventDefaults): EventDraft {
  const { startTime, lengthMinutes, roomUrl, title, description } = defaults
  const start = startTime ?? ''
  return {
    ...emptyDraft,
    title,
    description,
    start,
    end: start && lengthMinutes ? addMinutes(start, lengthMinutes) : '',
    roomUrl: roomUrl ?? '',
  }
}

/** Adds minutes to a time of day (HH:mm), past midnight if needed. */
function addMinutes(time: string, minutes: number) {
  const moment = new Date(Date.parse(`1970-01-01T${time}Z`) + minutes * 60_000)
  return moment.toISOString().slice(11, 16)
}

/** Removes the default times of a new event without a date, because an event without a date has no times. */
export function withoutUnusedTimes(draft: EventDraft, initial: EventDraft): EventDraft {
  const isUnused =
    draft.eventDate === '' && draft.start === initial.start && draft.end === initial.end
  return isUnused ? { ...draft, start: '', end: '' } : draft
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
    capacity: event.capacity === null ? '' : String(event.capacity),
  }
}

/** Converts the values of the event form to the complete body of a call. */
export function fieldsOf(draft: EventDraft, timeZone: string) {
  const { timeKind: _kind, start: _start, end: _end, eventTime: _time, ...others } = draft
  const { publishing: _publishing, publishDay: _day, publishTime: _hour, ...rest } = others
  const { publishAt } = resolvePublishing(draft, timeZone)
  const { eventDate, eventTime, eventEndTime } = resolveTimes(draft, timeZone)
  const priority = Number(draft.priority.trim() || 0)
  const isDefault = draft.featureImage.trim() === '' && findVideoId(draft.videoUrl) === undefined
  const featureImage = isDefault ? draft.bannerImage : draft.featureImage
  const tags = draft.tags.split(',').flatMap((tag) => tag.trim() || [])
  const capacity = draft.capacity.trim() === '' ? null : Number(draft.capacity)
  const times = { eventDate, eventTime, eventEndTime }
  return { ...rest, ...times, featureImage, priority, publishAt, tags, capacity }
}

export type EventFields = ReturnType<typeof fieldsOf>

/** Returns the contract's fields that differ between two drafts, with the values of `after`. */
export function changedFields(before: EventDraft, after: EventDraft, timeZone: string) {
  const [old, fresh] = [fieldsOf(before, timeZone), fieldsOf(after, timeZone)]
  const names = (Object.keys(fresh) as (keyof EventFields)[]).filter(
    // Compare as JSON, because tags are an array.
    (name) => JSON.stringify(fresh[name]) !== JSON.stringify(old[name]),
  )
  return Object.fromEntries(names.map((name) => [name, fresh[name]])) as Partial<EventFields>
}

/** Returns the form field that edits `field`, a field of the request body; undefined if there is none. */
export function placeOf(field: string, { timeKind }: EventDraft): keyof EventDraft | undefined {
  if (field === 'eventTime') return timeKind === 'clock' ? 'start' : 'eventTime'
  if (field === 'eventEndTime') return timeKind === 'clock' ? 'end' : 'eventEndTime'
  if (field === 'publishAt') return 'publishDay'
  return field in emptyDraft ? (field as keyof EventDraft) : undefined
}

/** Form fields that are validated together: a change of one shows the errors of all. */
const fieldGroups = [
  new Set(Object.keys(emptyTimes)),
  new Set(['publishing', 'publishDay', 'publishTime']),
]

/**
 * Returns errors of changed fields only, so that an event with an invalid value from earlier can be saved. Without
 * `before`, checks all fields.
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

/** Returns the errors of a draft by form field, with the messages of the call's contract. */
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

/**
 * Stores unsaved form values and the event row that they are based on; the key is the path's part after
 * `/admin/events/`.
 */
export type EventDraftKeeper = DraftKeeper<EventDraft, AdminEvent | undefined>
