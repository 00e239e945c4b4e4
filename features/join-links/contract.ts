import { z } from 'zod'
import { endpoint } from '#kernel/endpoint.ts'
import { eventPage } from '#kernel/event-shapes.ts'
import {
  email,
  instant,
  rowId,
  rowIdInPath,
  byToken,
  linkToken,
  sameForEveryone,
} from '#kernel/fields.ts'

const joinView = z.object({
  /**
   * `open`, `early`, `over` and `cancelled`: whether registrants can join now. `preparing` is open, but the Zoom
   * registration is in progress. `unseated` is open, but the Zoom registration failed or takes long.
   */
  state: z.enum(['open', 'early', 'preparing', 'unseated', 'over', 'cancelled']),
  /**
   * Whether the link will lead into a room: there is a meeting link, or a Zoom registration that exists or is in
   * progress. Otherwise the page promises no seat.
   */
  leadsIn: z.boolean(),
  /**
   * Name of the service that provides the meeting room; null if the registrant joins a webinar, or cannot join now.
   */
  room: z.string().nullable(),
  /**
   * Time from which Zoom accepts registrations of this email again; set only if the email's daily limit at Zoom is
   * reached.
   */
  zoomRetryAt: instant.optional(),
  title: z.string(),
  /** Date and time of the event in the display zone; null without a date. */
  when: z.string().nullable(),
  opensAt: instant.nullable(),
  /** The event as its public page shows it. */
  event: eventPage,
  /** The server's time, which decides when the meeting room opens, because a visitor's clock may be wrong. */
  now: instant,
})
export type JoinView = z.output<typeof joinView>

const joinReply = joinView.extend({
  /** The registrant's own webinar URL, or the event's meeting link; null unless `state` is `open`. */
  url: z.string().nullable(),
})
export type JoinReply = z.output<typeof joinReply>

export const readJoinPage = endpoint('GET /api/join/:token', {
  access: 'public',
  summary:
    'Returns the state of a join link. Records nothing and contains no meeting link, because mail scanners follow links.',
  params: z.object({ token: z.string() }),
  refusals: ['unknown_link'],
  reply: joinView,
})

export const takeJoinLink = endpoint('POST /api/join', {
  access: 'public',
  summary:
    "Returns the registrant's link into the webinar once it is open, otherwise when it opens.",
  body: byToken,
  refusals: ['unknown_link'],
  reply: joinReply,
})

export const findJoinPath = endpoint('POST /api/way-in', {
  access: 'public',
  summary:
    "Returns the join link of the caller, identified by a verified session or the join link's token.",
  body: z.object({ eventId: rowId, token: linkToken.nullish() }),
  reply: z.object({
    /** Whether the caller is identified as a registrant of this event. */
    isRegistered: z.boolean(),
    /**
     * Path of the registrant's join link while the meeting room is open; null otherwise. An email alone does not
     * identify the registrant.
     */
    path: z.string().nullable(),
  }),
})

export const requestJoinLink = endpoint('POST /api/join-link', {
  access: 'public',
  summary:
    'Mails registrants their join link on the day of the event; the same answer for everyone.',
  body: z.object({ email, eventId: rowId }),
  reply: sameForEveryone,
})

export const sendJoinLink = endpoint('POST /api/admin/registrations/:id/join-link', {
  access: 'editor',
  summary: 'Mails a registrant their join link again, immediately.',
  params: z.object({ id: rowIdInPath }),
  refusals: ['no_such_registration', 'nothing_to_repeat'],
  reply: z.object({ email: z.string() }),
})
