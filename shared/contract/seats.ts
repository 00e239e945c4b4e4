import { z } from 'zod'
import { webinarSeatStates } from '#shared/seats.ts'
import { endpoint } from './endpoint.ts'
import { instant, limits, optionalText, rowId, rowIdInPath } from './fields.ts'
import { ofPerson } from './people.ts'
import { pageQuery, pageReply } from './work.ts'

/**
 * Who has a seat in the webinar of which event, for the admin area. Specification, "Seats in webinars".
 */

export const webinarSeatRow = z.object({
  registrationId: rowId,
  email: z.string(),
  /** First and last name; '' where neither is known. */
  name: z.string(),
  ...ofPerson,
  eventId: rowId,
  eventTitle: z.string(),
  state: z.enum(webinarSeatStates),
  attempts: z.int(),
  /** Why there is no seat. */
  lastError: z.string().nullable(),
  triedAt: instant.nullable(),
  /** When it is tried next, while it waits. */
  nextTryAt: instant.nullable(),
  seatedAt: instant.nullable(),
  /** When they came into the webinar, as its provider says. */
  attendedAt: instant.nullable(),
})
export type WebinarSeatRow = z.output<typeof webinarSeatRow>

/** Parts of the name or the e-mail; each word must stand in them. */
const search = optionalText('Search', limits.email)

export const listWebinarSeats = endpoint({
  method: 'GET',
  path: '/api/admin/seats',
  access: 'admin',
  summary: 'Seats in webinars that were or are to be taken, newest registration first, in pages.',
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

export const retryWebinarSeat = endpoint({
  method: 'POST',
  path: '/api/admin/seats/:registrationId/try-again',
  access: 'admin',
  summary: 'Tries at once to take a seat that failed, waits, or was withdrawn in Zoom.',
  params: z.object({ registrationId: rowIdInPath }),
  refusals: ['no_such_seat', 'nothing_to_repeat'],
  reply: webinarSeatRow,
})

export const retryWebinarSeats = endpoint({
  method: 'POST',
  path: '/api/admin/seats/try-again',
  access: 'admin',
  summary:
    'Tries at once to take all seats that failed, of one event or of the people found if asked.',
  body: z.object({ eventId: rowId.nullish(), search }),
  refusals: ['nothing_to_repeat'],
  /** How many seats that are. */
  reply: z.object({ seats: z.int() }),
})

export const getWebinarSeatSetup = endpoint({
  method: 'GET',
  path: '/api/admin/seat-setup',
  access: 'admin',
  summary: 'Whether Zoom is configured, and what that means.',
  reply: z.object({
    isConfigured: z.boolean(),
    /** Sentences to show. */
    notes: z.array(z.string()),
  }),
})
