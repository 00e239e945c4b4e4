import { z } from 'zod'
import { formQuestion } from './form-questions.ts'
import { unscheduled } from './publishing.ts'
import { instant, rowId } from './fields.ts'
import { material } from './materials.ts'
import { eventStatuses, zoomKinds } from './values.ts'

/**
 * Schema of an event in public responses. `hasRecording` replaces `videoUrl`. A picture's URL is null if it
 * would reveal the YouTube id of the recording, and may otherwise end with a version (`?v=`). `status` is the
 * effective status, which depends on the current time.
 */
export const publicEvent = z.object({
  id: rowId,
  /** The event's segment in the URL of its page: `/events/{slug}`. */
  slug: z.string(),
  title: z.string(),
  /** The event's date in the display time zone, yyyy-MM-dd. */
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
  /** Whether the event is live, according to the clock or the webinar provider. */
  isLive: z.boolean(),
  dateConfirmed: z.boolean(),
  priority: z.int(),
  recordingReady: z.boolean(),
  hasRecording: z.boolean(),
  /** Topics of the event, in the organiser's order. */
  tags: z.array(z.string()),
  /** Materials that every visitor may see now. Absent in responses to administrators. */
  materials: z.array(material).optional(),
  /** The organiser's questions in the registration form; absent without any, and once the event is over. */
  formQuestions: z.array(formQuestion).optional(),
  /**
   * Minutes before the start at which registrants get reminders; missing if the event has the default reminders, a day
   * and an hour before.
   */
  reminderMinutes: z.array(z.int()).optional(),
  /** Number of seats that a visitor can take now; absent if the seats are unlimited. Up to five seconds old. */
  seatsLeft: z.int().optional(),
  createdAt: instant,
  updatedAt: instant,
})
/**
 * Schema of when an event becomes visible to visitors: an instant, possibly past, or `draft` until an
 * administrator publishes the event. Absent for a published event.
 */
export const publishAt = z.union([z.literal(unscheduled), instant])

/** Schema of an event in responses for administrators: all stored fields, and the effective status. */
export const adminEvent = publicEvent.extend({
  featureImage: z.string(),
  bannerImage: z.string(),
  videoUrl: z.string().nullable(),
  /** The meeting room's URL, the same for all registrants. */
  roomUrl: z.string().nullable(),
  storedStatus: z.enum(eventStatuses),
  /** Number of seats; null for no limit. */
  capacity: z.int().nullable(),
  cancelledAt: instant.nullable(),
  publishAt: publishAt.nullable(),
  isSample: z.boolean(),
  /** Zoom's id of the event's webinar or meeting. */
  webinarId: z.string().nullable(),
  /** Whether the event is a webinar at Zoom or a meeting with registration. */
  webinarKind: z.enum(zoomKinds),
})

export type PublicEvent = z.output<typeof publicEvent>
export type AdminEvent = z.output<typeof adminEvent>

/**
 * Schema of an event for the event's own page. Unlike lists of events, the page also exists for cancelled and past
 * events.
 */
export const eventPage = publicEvent.extend({
  isCancelled: z.boolean(),
  /** Whether the event has links or files now that only registrants or members may open. */
  hasMoreMaterials: z.boolean().optional(),
  /** Show notes as HTML, from the end of the event; absent without any. */
  showNotes: z.string().optional(),
})
export type EventPage = z.output<typeof eventPage>
/**
 * A past or cancelled event, which no longer accepts registrations. `isCancelled` is missing if the caller does not
 * know why registration is closed.
 */
export type OverEvent = PublicEvent & Partial<Pick<EventPage, 'isCancelled'>>

/** Steps of the checklist that administrators see for an event, in the order in which they do them. */
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
  'ask_feedback',
  'write_to_missed',
  'plan_next_event',
] as const
export type ChecklistKey = (typeof checklistKeys)[number]

export const checklistStates = ['done', 'due', 'late', 'ahead', 'not_needed', 'failed'] as const

/** Schema of one step of an event's checklist. */
export const checklistStep = z.object({
  key: z.enum(checklistKeys),
  state: z.enum(checklistStates),
  /** When the checklist step is due; null if that is unknown. */
  dueAt: instant.nullable(),
  /** A sentence about the checklist step's current state, for display. */
  fact: z.string(),
  /**
   * Label and path of the admin page on which the administrator completes this checklist step; null if the step is done
   * or not needed.
   */
  action: z.object({ label: z.string(), href: z.string() }).nullable(),
})
export type ChecklistStep = z.output<typeof checklistStep>

/**
 * Schema of an event in the administrators' list, with the next step of its checklist. The response to a save
 * has no `nextStep`.
 */
export const listedEvent = adminEvent.extend({ nextStep: checklistStep.nullable().optional() })
export type ListedEvent = z.output<typeof listedEvent>
