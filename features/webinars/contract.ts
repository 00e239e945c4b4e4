import { z } from 'zod'
import { endpoint } from '#kernel/endpoint.ts'
import {
  instant,
  limits,
  optionalText,
  rowId,
  rowIdInPath,
  ofPerson,
  pageQuery,
  pageReply,
} from '#kernel/fields.ts'
import { webinarSeatStates, reportStates } from '#kernel/values.ts'

/** API endpoints for the registrations in Zoom of this site's registrants ("webinar seats"), and for attendance. */

export const webinarSeatRow = z.object({
  registrationId: rowId,
  email: z.string(),
  /** First and last name of the registrant; '' if neither is known. */
  name: z.string(),
  ...ofPerson,
  eventId: rowId,
  eventTitle: z.string(),
  state: z.enum(webinarSeatStates),
  attempts: z.int(),
  /** Reason why the person is not registered in Zoom; null for a successful registration. */
  lastError: z.string().nullable(),
  triedAt: instant.nullable(),
  /** Time of the next attempt to register the person in Zoom; null unless an attempt is planned. */
  nextTryAt: instant.nullable(),
  seatedAt: instant.nullable(),
  /** Time at which the registrant joined the webinar, as reported by Zoom. */
  attendedAt: instant.nullable(),
})
export type WebinarSeatRow = z.output<typeof webinarSeatRow>

/** Words that must each occur in the registrant's name or email. */
const search = optionalText('Search', limits.email)

export const listWebinarSeats = endpoint('GET /api/admin/seats', {
  access: 'viewer',
  summary: 'Lists webinar seats, taken or pending, newest registration first, in pages.',
  query: z.object({
    eventId: rowIdInPath.optional(),
    search,
    ...pageQuery(webinarSeatStates, 100),
  }),
  reply: z.object({
    seats: z.array(webinarSeatRow),
    ...pageReply(webinarSeatStates),
  }),
})

export const retryWebinarSeat = endpoint('POST /api/admin/seats/:registrationId/try-again', {
  access: 'editor',
  summary: 'Retries a seat that failed, waits, or was withdrawn in Zoom, immediately.',
  params: z.object({ registrationId: rowIdInPath }),
  refusals: ['no_such_seat', 'nothing_to_repeat'],
  reply: webinarSeatRow,
})

export const retryWebinarSeats = endpoint('POST /api/admin/seats/try-again', {
  access: 'editor',
  summary:
    'Retries all failed registrations immediately: of one event, of matching people, or all.',
  body: z.object({ eventId: rowId.nullish(), search }),
  refusals: ['nothing_to_repeat'],
  reply: z.object({ seats: z.int() }),
})

export const getWebinarSeatSetup = endpoint('GET /api/admin/seat-setup', {
  access: 'viewer',
  summary: 'Returns whether Zoom is configured, with explanations.',
  reply: z.object({
    isConfigured: z.boolean(),
    /** Sentences for the admin area that explain whether and how Zoom is connected. */
    notes: z.array(z.string()),
  }),
})

export const retryReport = endpoint('POST /api/admin/events/:id/attendance/try-again', {
  access: 'editor',
  summary: "Requests Zoom's attendance report of an event again.",
  params: z.object({ id: rowIdInPath }),
  refusals: ['no_such_event', 'nothing_to_repeat'],
  reply: z.object({ state: z.enum(reportStates) }),
})

/**
 * The contract has no schema for the body, because the server verifies the signature of the raw body before parsing
 * it.
 */

export const receiveZoomWebhook = endpoint('POST /api/webhooks/zoom', {
  access: 'signed',
  bodyLimit: 1024 * 1024,
  summary:
    "Receives Zoom's webhooks about registrants, participants and recordings, and its URL validation.",
  reply: z.object({
    message: z.string().optional(),
    plainToken: z.string().optional(),
    encryptedToken: z.string().optional(),
  }),
})
