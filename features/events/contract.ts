import { z } from 'zod'
import { endpoint } from '#kernel/endpoint.ts'
import {
  adminEvent,
  checklistStep,
  eventPage,
  listedEvent,
  publicEvent,
} from '#kernel/event-shapes.ts'
import { unscheduled } from '#kernel/publishing.ts'
import {
  capacity,
  flag,
  instant,
  optionalEmail,
  optionalText,
  requiredText,
  rowId,
  rowIdInPath,
} from '#kernel/fields.ts'
import { parseUrl } from '#kernel/parse-url.ts'
import { eventStatuses, zoomKinds } from '#kernel/values.ts'

export const getEventPage = endpoint('GET /api/event-pages/:slug', {
  access: 'public',
  summary: 'Returns an event by its present or a former slug; includes cancelled events.',
  params: z.object({ slug: z.string() }),
  refusals: ['no_such_event'],
  reply: eventPage,
})

export const getCurrentEvent = endpoint('GET /api/events/current', {
  access: 'public',
  isKept: true,
  summary: 'Returns the event to register for now; null without one.',
  reply: publicEvent.nullable(),
})

export const listUpcomingEvents = endpoint('GET /api/events/upcoming', {
  access: 'public',
  isKept: true,
  summary: 'Lists events open for registration, by priority, then start, then id.',
  reply: z.array(publicEvent),
})

export const listCompletedEvents = endpoint('GET /api/events/completed', {
  access: 'public',
  isKept: true,
  summary: 'Lists events that have ended, newest first.',
  reply: z.array(publicEvent),
})

export const listEvents = endpoint('GET /api/events', {
  access: 'public',
  isKept: true,
  summary:
    'Lists all events; an administrator receives the full rows with the next step of each, including cancelled events.',
  reply: z.array(z.union([listedEvent, publicEvent])),
})

/** Maximum lengths of an event's fields, in characters. */
export const eventLimits = {
  title: 200,
  time: 120,
  description: 10_000,
  address: 2000,
  tag: 40,
} as const

/** Maximum size of a request body, in bytes: every field at its maximum length, escaped in JSON. */
export const eventBodyLimit = 128 * 1024

/** Text, trimmed; empty becomes null. Undefined stays undefined, so that a change leaves the field as it is. */
function nullableText(label: string, max: number) {
  return optionalText(label, max)
    .transform((value) => value || null)
    .optional()
}

const oldestYear = 1900

const eventDate = z
  .union([z.literal('').transform(() => null), z.iso.date('Date must be yyyy-MM-dd')])
  .nullish()
  .refine((value) => !value || Number(value.slice(0, 4)) >= oldestYear, 'Date is too long ago')

const webinarId = optionalText('Webinar ID', 40)
  .transform((value) => value.replaceAll(/\s/g, '') || null)
  .refine((value) => !value || /^[\w-]+$/.test(value), 'Webinar ID may hold digits only')
  .optional()

const roomUrl = nullableText('Meeting link', eventLimits.address)
  .transform((value, context) => {
    if (!value) return value
    const address = normalizeRoomAddress(value)
    if (address === undefined) {
      context.addIssue(
        'Meeting link must be a complete address that begins with https://, without a user name',
      )
    } else if (address.length > eventLimits.address) {
      context.addIssue(`Meeting link may have at most ${eventLimits.address} characters`)
    }
    return address
  })
  .optional()

/** Returns a meeting link as browsers resolve it; undefined if its host is misleading, as in `https://a@b`. */
function normalizeRoomAddress(text: string) {
  const isPlain = /^https:\/\/[^/\\@]+(?:[/?#]|$)/i.test(text) && !/\p{Cc}/u.test(text)
  return isPlain ? parseUrl(text)?.href : undefined
}

/** The contract rejects later years, because PostgreSQL's date parser rejects years with five digits. */
const latestYear = 9998

const publishAt = z
  .union(
    [
      z.literal('').transform(() => null),
      z.literal(unscheduled),
      z.iso
        .datetime({ offset: true })
        .refine((text) => Number(text.slice(0, 4)) >= oldestYear, 'Publish at is too long ago')
        .refine((text) => Number(text.slice(0, 4)) <= latestYear, 'Publish at is too far ahead'),
    ],
    `Publish at must be an ISO 8601 instant, or "${unscheduled}" for none yet`,
  )
  .nullish()

const optionalFields = {
  /** Default if empty or omitted: 'Exclusive Interview'. */
  title: optionalText('Title', eventLimits.title).optional(),
  eventDate,
  /** An ISO 8601 instant, or free text such as `18:00 - 19:00 CAT`. */
  eventTime: nullableText('Time', eventLimits.time),
  eventEndTime: nullableText('End time', eventLimits.time),
  videoUrl: nullableText('Recording link', eventLimits.address),
  /** Default: the recording's thumbnail. A picture that equals the banner is replaced when the banner changes. */
  featureImage: optionalText('Feature image', eventLimits.address).optional(),
  status: z.enum(eventStatuses, `Status must be one of ${eventStatuses.join(', ')}`).nullish(),
  dateConfirmed: flag,
  priority: z
    .int({ error: 'Priority must be a whole number' })
    .min(-2147483648, 'Priority is too small')
    .max(2147483647, 'Priority is too large')
    .nullish(),
  recordingReady: flag,
  /** Topics. Duplicates that differ only in case or accents are removed; other events' spelling is used. */
  tags: z
    .array(requiredText('Tag', 'A tag must not be empty', eventLimits.tag))
    .max(10, 'At most 10 tags')
    .nullish(),
  capacity,
  /** Zoom id of the event's webinar or meeting; null or empty removes it. */
  webinarId,
  /** Whether `webinarId` is of a webinar or a meeting; by default the stored kind, else `webinar`. */
  webinarKind: z.enum(zoomKinds, `Must be one of ${zoomKinds.join(', ')}`).nullish(),
  /** Meeting link for confirmed registrants without a Zoom registration. */
  roomUrl,
  /** True cancels the event, false restores a cancelled event. */
  cancelled: flag,
  /** Time of publication. Null or empty publishes immediately; so does omitting it for a new event. */
  publishAt,
}

const requiredFields = {
  speakerName: requiredText('Speaker name', 'Speaker name is required'),
  speakerTitle: requiredText('Speaker title', 'Speaker title is required'),
  description: requiredText('Description', 'Description is required', eventLimits.description),
  bannerImage: requiredText('Banner image', 'Banner image is required', eventLimits.address),
}

/** Error if an event has neither a feature image nor a recording with a thumbnail. */
export const featureImageNeeded =
  'Feature image is required while there is no recognisable recording link'

export const eventForm = z.object({ ...optionalFields, ...requiredFields })
export type EventForm = z.output<typeof eventForm>

/** Changed fields; omitted ones stay. With `updatedAt`, the call is refused if the event was changed since then. */
export const eventChanges = z.object({
  ...optionalFields,
  ...z.object(requiredFields).partial().shape,
  updatedAt: instant.nullish(),
})
export type EventChanges = z.output<typeof eventChanges>

export const createEvent = endpoint('POST /api/admin/events', {
  access: 'editor',
  summary: 'Creates an event and returns its full row.',
  body: eventForm,
  bodyLimit: eventBodyLimit,
  reply: adminEvent,
})

export const changeEvent = endpoint('PATCH /api/admin/events/:id', {
  access: 'editor',
  summary: 'Changes an event; 409 with the current row if it changed since `updatedAt`.',
  params: z.object({ id: rowIdInPath }),
  body: eventChanges,
  bodyLimit: eventBodyLimit,
  refusals: ['no_such_event', 'event_changed', 'event_has_registrations'],
  // The same fields as the list of events, so that a client can read an event, change it and send it back.
  reply: listedEvent,
})

/** Fields that differ from the copied event. By default, the date is the same weekday of the next month. */
export const eventCopy = z.object({
  title: optionalText('Title', eventLimits.title).optional(),
  /** For a new guest, the copy keeps meeting link, host and producer, but no pictures. */
  speakerName: requiredText('Speaker name', 'Speaker name is required').optional(),
  speakerTitle: optionalText('Speaker title', 120).optional(),
  /** Email of the guest, who is added to the copy's crew and receives a mail with their crew link. */
  guestEmail: optionalEmail,
  eventDate,
})
export type EventCopy = z.output<typeof eventCopy>

export const copyEvent = endpoint('POST /api/admin/events/:id/copy', {
  access: 'editor',
  summary: 'Copies an event as a draft without its results, optionally for a new guest.',
  params: z.object({ id: rowIdInPath }),
  body: eventCopy,
  refusals: ['no_such_event'],
  reply: adminEvent,
})

/** Number of registrations that the caller was shown; if the current number differs, the call is refused. */
export const confirmedRegistrations = z.coerce
  .number({ error: 'Must be the number of registrations' })
  .int('Must be the number of registrations')
  .min(0)
  .optional()

export const deleteEvent = endpoint('DELETE /api/admin/events/:id', {
  access: 'editor',
  summary:
    'Deletes an event. With registrations, it must be cancelled and their number confirmed, and the cancellations must be sent.',
  params: z.object({ id: rowIdInPath }),
  query: z.object({ registrations: confirmedRegistrations }),
  refusals: ['no_such_event', 'event_has_registrations', 'people_untold'],
  reply: z.object({ id: rowId, registrations: z.int() }),
})

export const removeSampleSeries = endpoint('DELETE /api/admin/sample-series', {
  access: 'editor',
  summary:
    'Removes all sample events and the sample content of the site; with registrations only if their number is confirmed.',
  query: z.object({ registrations: confirmedRegistrations }),
  refusals: ['samples_have_registrations'],
  reply: z.object({ events: z.int(), registrations: z.int() }),
})

export const eventCheckCodes = [
  'not_published',
  'end_before_start',
  'past_but_upcoming',
  'completed_but_ahead',
  'unrecognised_recording',
  'missing_banner',
  'hidden_by_priority',
  'same_anchor',
  'no_room',
  'picture_missing',
  'date_not_confirmed',
  'no_time',
  'zoom_not_set_up',
  'webinar_deleted',
  'webinar_moved',
  'webinar_mail',
  'transcript_waiting',
  'no_transcript',
  'webinar_recorded',
] as const
export type EventCheckCode = (typeof eventCheckCodes)[number]

/** A possible problem of an event: `problem` must be fixed, `warning` may cause trouble, `note` informs. */
export const eventCheck = z.object({
  code: z.enum(eventCheckCodes),
  severity: z.enum(['problem', 'warning', 'note']),
  message: z.string(),
  /** Field of the event form that the check is about; null if it is about no single field. */
  field: z.string().nullable(),
})
export type EventCheck = z.output<typeof eventCheck>

export const checkEvents = endpoint('GET /api/admin/events/preflight', {
  access: 'viewer',
  summary: 'Checks every event that is not cancelled for problems.',
  reply: z.array(z.object({ eventId: rowId, checks: z.array(eventCheck) })),
})

export const getEventChecklist = endpoint('GET /api/admin/events/:id/checklist', {
  access: 'viewer',
  summary: 'Lists the steps of an event from its date to its follow-up, with state and due date.',
  params: z.object({ id: rowIdInPath }),
  refusals: ['no_such_event'],
  reply: z.array(checklistStep),
})
