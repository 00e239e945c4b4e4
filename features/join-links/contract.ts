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

/** What the page behind a join link shows. */
const joinView = z.object({
  /**
   * `early`: not open yet. `preparing`: time to go in, and the seat is being taken. `unseated`: time to
   * go in, but there is no seat, and none comes by itself soon.
   */
  state: z.enum(['open', 'early', 'preparing', 'unseated', 'over', 'cancelled']),
  /** Whether there is one, or a seat on its way: before the doors open nothing else may be promised. */
  leadsIn: z.boolean(),
  /** What the room is called, where the way leads into one. */
  room: z.string().nullable(),
  /** When Zoom accepts the next registration of this address; only after its daily limit. */
  zoomRetryAt: instant.optional(),
  title: z.string(),
  /** Date and time as the series shows them. */
  when: z.string().nullable(),
  opensAt: instant.nullable(),
  /** What the event is about, as its own page shows it. */
  event: eventPage,
  /** The server's clock, by which the doors open: a visitor's own may be wrong. */
  now: instant,
})
export type JoinView = z.output<typeof joinView>

const joinReply = joinView.extend({
  /** The registrant's own link into the webinar, or the room of the event; null unless the state is `open`. */
  url: z.string().nullable(),
})
export type JoinReply = z.output<typeof joinReply>

export const readJoinPage = endpoint('GET /api/join/:token', {
  access: 'public',
  summary:
    'What the page behind a join link shows. Records nothing and names no room, because mail scanners follow links.',
  params: z.object({ token: z.string() }),
  refusals: ['unknown_link'],
  reply: joinView,
})

export const takeJoinLink = endpoint('POST /api/join', {
  access: 'public',
  summary: 'Leads a registrant into the webinar once it is open, and says when otherwise.',
  body: byToken,
  refusals: ['unknown_link'],
  reply: joinReply,
})

export const findJoinPath = endpoint('POST /api/way-in', {
  access: 'public',
  summary:
    "Where an event's page leads a registrant in: by a verified session or the join link's token.",
  body: z.object({ eventId: rowId, token: linkToken.nullish() }),
  reply: z.object({
    /** Whether the caller has shown to be a registrant of this event. */
    isRegistered: z.boolean(),
    /** The registrant's own join link, while the doors are open; an e-mail alone never gets it. */
    path: z.string().nullable(),
  }),
})

export const requestJoinLink = endpoint('POST /api/join-link', {
  access: 'public',
  summary:
    'Sends registrants their join link on the day of the event; the same answer for everyone.',
  body: z.object({ email, eventId: rowId }),
  reply: sameForEveryone,
})

export const sendJoinLink = endpoint('POST /api/admin/registrations/:id/join-link', {
  access: 'admin',
  summary: 'Sends a registrant their join link once more, at once.',
  params: z.object({ id: rowIdInPath }),
  refusals: ['no_such_registration', 'nothing_to_repeat'],
  reply: z.object({ email: z.string() }),
})
