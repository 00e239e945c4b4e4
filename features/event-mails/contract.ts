import { z } from 'zod'
import {
  eventBodyLimit,
  eventChanges,
  eventForm,
  statusChangeConsequences,
} from '#features/events/contract.ts'
import { mailKinds } from '#kernel/mail-kinds.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { instant, rowId, rowIdInPath } from '#kernel/fields.ts'

/** Previews the mails that a change of an event causes. */

/** The mails that a save causes, with the number of recipients. */
const causedMails = z.array(z.object({ kind: z.enum(mailKinds), count: z.int() }))

const previewedMail = z.object({ subject: z.string(), text: z.string(), html: z.string() })

/** The fields of an event that can cause mails. */
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
  access: 'admin',
  summary:
    'What each status change, cancelling and deleting would bring about, and whom saving these fields would tell. Changes nothing.',
  params: z.object({ id: rowIdInPath }),
  /** `changes`: the fields about to be saved. */
  body: z.object({ changes: causes.optional() }),
  bodyLimit: eventBodyLimit,
  refusals: ['no_such_event'],
  reply: z.object({
    eventId: rowId,
    confirmed: z.int(),
    preRegistered: z.int(),
    moves: z.array(statusChangeConsequences.extend({ mails: causedMails })),
    /** Describes who is notified once `changes` are saved; empty if no one learns a date from it. */
    saving: z.array(z.string()),
    /** The mails that saving `changes` causes. */
    mails: causedMails,
    /** True if a mail server is configured. */
    isSending: z.boolean(),
  }),
})

export const previewCreation = endpoint('POST /api/admin/events/consequences', {
  access: 'admin',
  summary: 'What creating this event would send by mail, and to how many. Changes nothing.',
  body: eventForm,
  bodyLimit: eventBodyLimit,
  reply: z.object({
    mails: causedMails,
    /** True if a mail server is configured. */
    isSending: z.boolean(),
  }),
})

export const previewCreationMail = endpoint('POST /api/admin/events/mail-preview', {
  access: 'admin',
  summary: 'A mail about an event as it would read once it is created; its links lead nowhere.',
  body: z.object({ kind: z.enum(mailKinds), event: eventForm }),
  bodyLimit: eventBodyLimit,
  reply: previewedMail,
})

export const previewMail = endpoint('POST /api/admin/events/:id/mail-preview', {
  access: 'admin',
  summary:
    'A mail about an event as it would read once these fields are saved; its links lead nowhere.',
  params: z.object({ id: rowIdInPath }),
  body: z.object({ kind: z.enum(mailKinds), changes: causes.optional() }),
  bodyLimit: eventBodyLimit,
  refusals: ['no_such_event'],
  reply: previewedMail,
})

const heldMail = z.object({
  id: rowId,
  kind: z.enum(mailKinds),
  eventId: rowId,
  /** Number of recipients when the event was saved. */
  count: z.int(),
  goesAt: instant,
})
export type HeldMail = z.output<typeof heldMail>

export const listHeldMails = endpoint('GET /api/admin/held-mails', {
  access: 'admin',
  summary:
    'What saves have caused by mail and is held for two minutes, in the order in which it goes.',
  reply: z.array(heldMail),
})

const heldMailById = { params: z.object({ id: rowIdInPath }) }

export const stopHeldMails = endpoint('POST /api/admin/held-mails/:id/stop', {
  access: 'admin',
  summary:
    'Stops held mails for everybody; they count as told. With `restore` the cause is put back.',
  ...heldMailById,
  body: z.object({ restore: z.boolean().nullish() }),
  refusals: ['no_such_held_mail', 'held_mail_gone', 'event_changed', 'event_has_registrations'],
  reply: heldMail,
})

export const sendHeldMails = endpoint('POST /api/admin/held-mails/:id/send-now', {
  access: 'admin',
  summary: 'Sends held mails at once.',
  ...heldMailById,
  refusals: ['no_such_held_mail', 'held_mail_gone'],
  reply: heldMail,
})
