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
   * `early`: the doors are not open yet. `preparing`: open, and the Zoom registration is in progress.
   * `unseated`: open, but the Zoom registration failed or takes long.
   */
  state: z.enum(['open', 'early', 'preparing', 'unseated', 'over', 'cancelled']),
  /**
   * True if there is a meeting link, or a Zoom registration exists or is in progress. Before the doors open,
   * the page promises nothing else.
   */
  leadsIn: z.boolean(),
  /** Name of the meeting room's provider, if the link leads into a room. */
  room: z.string().nullable(),
  /** When Zoom accepts the next registration of this address; set only if its daily limit is used up. */
  zoomRetryAt: instant.optional(),
  title: z.string(),
  /** Date and time in the display zone. */
  when: z.string().nullable(),
  opensAt: instant.nullable(),
  /** The event in the form of its public page. */
  event: eventPage,
  /** The server's clock, which opens the doors; a visitor's clock may be wrong. */
  now: instant,
})
export type JoinView = z.output<typeof joinView>

const joinReply = joinView.extend({
  /** The registrant's own webinar link, or the event's meeting link; null unless `state` is `open`. */
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
    /** True if the caller is identified as a registrant of this event. */
    isRegistered: z.boolean(),
    /**
     * The registrant's own join link while the doors are open; null otherwise. An email alone is not enough
     * to get it.
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
