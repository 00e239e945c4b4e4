import { z } from 'zod'
import { unscheduled } from './publishing.ts'
import { instant, rowId } from './fields.ts'
import { eventStatuses, zoomKinds } from './values.ts'

/**
 * An event in public responses: `hasRecording` instead of `videoUrl`; pictures that would reveal the
 * recording's id are null, other picture URLs may have a version (`?v=`); `status` is the effective one.
 */
export const publicEvent = z.object({
  id: rowId,
  /** The event's part of its URL: `/events/{slug}`. */
  slug: z.string(),
  title: z.string(),
  /** The event's date in the display zone, yyyy-MM-dd. */
  eventDate: z.iso.date().nullable(),
  /** The event's start: an ISO 8601 instant, or free text. */
  eventTime: z.string().nullable(),
  eventEndTime: z.string().nullable(),
  speakerName: z.string(),
  speakerTitle: z.string(),
  description: z.string(),
  featureImage: z.string().nullable(),
  bannerImage: z.string().nullable(),
  status: z.enum(eventStatuses),
  /** Whether the event is live, by the clock or by its webinar's provider. */
  isLive: z.boolean(),
  dateConfirmed: z.boolean(),
  priority: z.int(),
  recordingReady: z.boolean(),
  hasRecording: z.boolean(),
  /** Topics, in the organiser's order. */
  tags: z.array(z.string()),
  createdAt: instant,
  updatedAt: instant,
})
/**
 * When the event becomes visible to visitors: an instant, possibly past, or `draft` until an administrator
 * publishes it. Absent: published.
 */
export const publishAt = z.union([z.literal(unscheduled), instant])

/** An event in administrators' responses: all stored fields, and the effective status. */
export const adminEvent = publicEvent.extend({
  featureImage: z.string(),
  bannerImage: z.string(),
  videoUrl: z.string().nullable(),
  /** The meeting room's URL, the same for all registrants. */
  roomUrl: z.string().nullable(),
  storedStatus: z.enum(eventStatuses),
  cancelledAt: instant.nullable(),
  publishAt: publishAt.nullable(),
  isSample: z.boolean(),
  /** Id of the event's webinar. */
  webinarId: z.string().nullable(),
  /** Whether Zoom holds the event as a webinar or as a meeting with registration. */
  webinarKind: z.enum(zoomKinds),
})

export type PublicEvent = z.output<typeof publicEvent>
export type AdminEvent = z.output<typeof adminEvent>

/** An event on its own page, which exists for every status. */
export const eventPage = publicEvent.extend({ isCancelled: z.boolean() })
export type EventPage = z.output<typeof eventPage>
/** An event that no longer accepts registrations, and whether it is cancelled, if known. */
export type OverEvent = PublicEvent & Partial<Pick<EventPage, 'isCancelled'>>

/** The steps of an event's checklist, in the order in which they are done. */
export const checklistKeys = [
  'set_date_and_time',
  'add_picture',
  'publish',
  'confirm_date',
  'set_meeting_link',
  'send_guest_link',
  'invite_subscribers',
  'reminders',
  'read_questions',
  'open_room',
  'add_recording',
  'release_recording',
  'add_transcript',
  'attendance',
  'write_to_missed',
  'plan_next_event',
] as const
export type ChecklistKey = (typeof checklistKeys)[number]

export const checklistStates = ['done', 'due', 'late', 'ahead', 'not_needed', 'failed'] as const

/** One step of an event's checklist. */
export const checklistStep = z.object({
  key: z.enum(checklistKeys),
  state: z.enum(checklistStates),
  /** Null where the step is due at no known moment. */
  dueAt: instant.nullable(),
  /** A sentence to show: what is known of the step. */
  fact: z.string(),
  /** Where the step is done: a path of the admin area. Null once it is done or not needed. */
  action: z.object({ label: z.string(), href: z.string() }).nullable(),
})
export type ChecklistStep = z.output<typeof checklistStep>

/** An event in the administrators' list, with the step of its checklist to do next; a saved row has none. */
export const listedEvent = adminEvent.extend({ nextStep: checklistStep.nullable().optional() })
export type ListedEvent = z.output<typeof listedEvent>
