import { z } from 'zod'
import { eventBodyLimit, eventChanges, eventForm } from '#features/events/contract.ts'
import { followUpKinds, mailKinds } from '#kernel/mail-kinds.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { instant, rowId, rowIdInPath } from '#kernel/fields.ts'
import { reminderLimits } from '#kernel/reminder-times.ts'
import { statusChanges } from '#kernel/values.ts'

/** API endpoints that preview, list, stop and send the mails that a change of an event causes. */

/** The kinds of mail that saving an event causes, each with its number of recipients. */
const causedMails = z.array(z.object({ kind: z.enum(mailKinds), count: z.int() }))

const previewedMail = z.object({ subject: z.string(), text: z.string(), html: z.string() })

const statusChangeConsequences = z.object({
  move: z.enum(statusChanges),
  /** True for the usual next status change, which the event's row in the list shows as a button. */
  isNext: z.boolean(),
  /**
   * Consequences of the status change, as sentences for the organiser: which mails are sent, where the event
   * appears.
   */
  consequences: z.array(z.string()),
})

/** The fields of an event whose change can cause mails. */
const causes = eventChanges.pick({
  eventDate: true,
  eventTime: true,
  eventEndTime: true,
  dateConfirmed: true,
  status: true,
  cancelled: true,
  videoUrl: true,
  recordingReady: true,
  publishAt: true,
})

export const previewStatusChanges = endpoint('POST /api/admin/events/:id/consequences', {
  access: 'editor',
  summary:
    'Previews the consequences of each status change, of cancelling and deleting, and of saving these fields. Changes nothing.',
  params: z.object({ id: rowIdInPath }),
  /** `changes`: the fields of the event that are about to be saved. */
  body: z.object({ changes: causes.optional() }),
  bodyLimit: eventBodyLimit,
  refusals: ['no_such_event'],
  reply: z.object({
    eventId: rowId,
    confirmed: z.int(),
    preRegistered: z.int(),
    moves: z.array(statusChangeConsequences.extend({ mails: causedMails })),
    /** Sentences about who is notified when `changes` are saved; empty unless saving makes the event's date known. */
    saving: z.array(z.string()),
    /** The mails that saving `changes` causes. */
    mails: causedMails,
    /** True if a mail server is configured. */
    isSending: z.boolean(),
  }),
})

export const previewCreation = endpoint('POST /api/admin/events/consequences', {
  access: 'editor',
  summary:
    'Previews the mails that creating this event would send, with their numbers. Changes nothing.',
  body: eventForm,
  bodyLimit: eventBodyLimit,
  reply: z.object({
    mails: causedMails,
    /** True if a mail server is configured. */
    isSending: z.boolean(),
  }),
})

export const previewCreationMail = endpoint('POST /api/admin/events/mail-preview', {
  access: 'editor',
  summary: 'Renders a mail about an event as if it were created; its links are invalid.',
  body: z.object({ kind: z.enum(mailKinds), event: eventForm }),
  bodyLimit: eventBodyLimit,
  reply: previewedMail,
})

export const previewMail = endpoint('POST /api/admin/events/:id/mail-preview', {
  access: 'editor',
  summary: 'Renders a mail about an event as if these fields were saved; its links are invalid.',
  params: z.object({ id: rowIdInPath }),
  body: z.object({ kind: z.enum(mailKinds), changes: causes.optional() }),
  bodyLimit: eventBodyLimit,
  refusals: ['no_such_event'],
  reply: previewedMail,
})

const plannedMail = z.object({
  kind: z.enum(mailKinds),
  /** Time at which the reminder is sent. */
  at: instant,
  /** Number of people who would get the reminder if registrations stayed as they are now. */
  count: z.int(),
})
export type PlannedMail = z.output<typeof plannedMail>

const { most, shortest, longest, apart } = reminderLimits

/** Minutes before the start at which an event has reminders. */
export const reminderMinutes = z
  .array(
    z
      .int({ error: 'A reminder must be a whole number of minutes before the start' })
      .min(shortest, `A reminder must be at least ${shortest} minutes before the start`)
      .max(longest, 'A reminder may be at most 30 days before the start'),
  )
  .max(most, `At most ${most} reminders`)
  .refine(
    (minutes) =>
      minutes
        .toSorted((one, other) => one - other)
        .every((one, at, all) => at === 0 || one - all[at - 1]! >= apart),
    `Two reminders must be at least ${apart} minutes apart`,
  )

const eventReminders = z.object({
  /** Minutes before the start, the earliest reminder first. */
  minutes: z.array(z.int()),
  /** Whether the event has times of its own; otherwise it follows the series. */
  isOwn: z.boolean(),
  seriesMinutes: z.array(z.int()),
})
export type EventReminders = z.output<typeof eventReminders>

export const getEventReminders = endpoint('GET /api/admin/events/:id/reminders', {
  access: 'viewer',
  summary: "Returns when an event's reminders are sent.",
  params: z.object({ id: rowIdInPath }),
  refusals: ['no_such_event'],
  reply: eventReminders,
})

export const changeEventReminders = endpoint('PUT /api/admin/events/:id/reminders', {
  access: 'editor',
  summary:
    'Sets when reminders of an event are sent; null follows the series. Times that have passed are skipped.',
  params: z.object({ id: rowIdInPath }),
  body: z.object({ minutes: reminderMinutes.nullable() }),
  refusals: ['no_such_event'],
  reply: eventReminders,
})

const eventFollowUps = z.object({
  /** False if this event sends none of these mails, even if the series does. */
  sends: z.boolean(),
  /** Kinds that the series sends after this event; without those switched on after it ended. */
  kinds: z.array(z.enum(followUpKinds)),
  /** Time of day at which they are sent, as HH:mm in the display zone. */
  timeOfDay: z.string(),
})
export type EventFollowUps = z.output<typeof eventFollowUps>

export const getEventFollowUps = endpoint('GET /api/admin/events/:id/follow-ups', {
  access: 'viewer',
  summary: 'Returns whether an event sends thank-you and missed-you mails, and which.',
  params: z.object({ id: rowIdInPath }),
  refusals: ['no_such_event'],
  reply: eventFollowUps,
})

export const changeEventFollowUps = endpoint('PUT /api/admin/events/:id/follow-ups', {
  access: 'editor',
  summary:
    'Switches the thank-you and missed-you mails of one event off or on. Mails that were sent or stopped stay so.',
  params: z.object({ id: rowIdInPath }),
  body: z.object({ sends: z.boolean({ error: 'Must be true or false' }) }),
  refusals: ['no_such_event'],
  reply: eventFollowUps,
})

export const listPlannedMails = endpoint('GET /api/admin/events/:id/planned-mails', {
  access: 'viewer',
  summary: 'Lists the reminders planned for an event, with their times and numbers of recipients.',
  params: z.object({ id: rowIdInPath }),
  refusals: ['no_such_event'],
  reply: z.array(plannedMail),
})

const heldMail = z.object({
  id: rowId,
  kind: z.enum(mailKinds),
  eventId: rowId,
  /** Number of recipients of the delayed mails at the time of the save. */
  count: z.int(),
  goesAt: instant,
})
export type HeldMail = z.output<typeof heldMail>

export const listHeldMails = endpoint('GET /api/admin/held-mails', {
  access: 'viewer',
  summary:
    'Lists the mails that saves have caused and that are held for two minutes, in sending order.',
  reply: z.array(heldMail),
})

const heldMailById = { params: z.object({ id: rowIdInPath }) }

export const stopHeldMails = endpoint('POST /api/admin/held-mails/:id/stop', {
  access: 'editor',
  summary:
    'Stops held mails for all recipients, who count as notified. With `restore`, also undoes the change.',
  ...heldMailById,
  body: z.object({ restore: z.boolean().nullish() }),
  refusals: ['no_such_held_mail', 'held_mail_gone', 'event_changed', 'event_has_registrations'],
  reply: heldMail,
})

export const sendHeldMails = endpoint('POST /api/admin/held-mails/:id/send-now', {
  access: 'editor',
  summary: 'Sends held mails immediately.',
  ...heldMailById,
  refusals: ['no_such_held_mail', 'held_mail_gone'],
  reply: heldMail,
})
