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

/** The admin area's calls about webinar seats: a registrant's registration in Zoom for an event. */

export const webinarSeatRow = z.object({
  registrationId: rowId,
  email: z.string(),
  /** First and last name; '' if neither is known. */
  name: z.string(),
  ...ofPerson,
  eventId: rowId,
  eventTitle: z.string(),
  state: z.enum(webinarSeatStates),
  attempts: z.int(),
  /** Reason why the registrant has no seat; null with a seat. */
  lastError: z.string().nullable(),
  triedAt: instant.nullable(),
  /** Time of the next attempt; null unless one is pending. */
  nextTryAt: instant.nullable(),
  seatedAt: instant.nullable(),
  /** When the registrant joined, as reported by Zoom. */
  attendedAt: instant.nullable(),
})
export type WebinarSeatRow = z.output<typeof webinarSeatRow>

/** Parts of name or email. Each word must occur in one of them. */
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
    /** Explanations of the setup, as sentences. */
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
 * Zoom's webhooks. The operation parses the body after verifying its signature, so the contract has
 * no schema for it.
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
