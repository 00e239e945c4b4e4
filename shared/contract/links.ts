import { z } from 'zod'
import { topics } from '#shared/messages.ts'
import { endpoint } from './endpoint.ts'
import { eventPage } from './events.ts'
import { email, instant, requiredText, rowId } from './fields.ts'

/** Calls behind the links in mails. Each is authorised by the token that the mail carried. */

const token = requiredText('The link', 'The link is not complete', 100)
const byToken = z.object({ token })
const someTopics = z.array(z.enum(topics)).min(1).max(2)

export const joinReply = z.object({
  /**
   * `early`: not open yet. `preparing`: time to go in, and the seat is being taken. `unseated`: time to
   * go in, but there is no seat, and none comes by itself soon.
   */
  state: z.enum(['open', 'early', 'preparing', 'unseated', 'over', 'cancelled']),
  /** The way in, only when it is open: the person's own into the webinar, or everybody's room. */
  url: z.string().nullable(),
  /** What the room is called, where the way leads into one. */
  room: z.string().nullable(),
  title: z.string(),
  /** Date and time as the series shows them. */
  when: z.string().nullable(),
  opensAt: instant.nullable(),
  /** What the event is about, as its own page shows it. */
  event: eventPage,
  /** The server's clock, by which the doors open: a visitor's own may be wrong. */
  now: instant,
})
export type JoinReply = z.output<typeof joinReply>

export const takeJoinLink = endpoint({
  method: 'POST',
  path: '/api/join',
  access: 'public',
  summary: 'Leads a registrant into the webinar once it is open, and says when otherwise.',
  body: byToken,
  refusals: ['unknown_link'],
  reply: joinReply,
})

export const findJoinPath = endpoint({
  method: 'POST',
  path: '/api/way-in',
  access: 'public',
  summary:
    "Where an event's page leads a registrant in: by a verified session or the join link's token.",
  body: z.object({ eventId: rowId, token: token.nullish() }),
  reply: z.object({
    /** Whether the caller has shown to be a registrant of this event. */
    isRegistered: z.boolean(),
    /** The registrant's own join link, while the doors are open; an e-mail alone never gets it. */
    path: z.string().nullable(),
  }),
})

export const registrationOffer = z.object({
  /** `undated`: the date is not confirmed any more. */
  state: z.enum(['open', 'taken', 'undated', 'over', 'cancelled']),
  title: z.string(),
  when: z.string().nullable(),
})
export type RegistrationOffer = z.output<typeof registrationOffer>

export const readRegistrationOffer = endpoint({
  method: 'POST',
  path: '/api/seat',
  access: 'public',
  summary:
    'Says which event a seat link is about and whether the seat can be taken; changes nothing.',
  body: byToken,
  refusals: ['unknown_link'],
  reply: registrationOffer,
})

export const confirmRegistration = endpoint({
  method: 'POST',
  path: '/api/confirm-seat',
  access: 'public',
  summary: 'Turns a pre-registration into a confirmed seat.',
  body: byToken,
  refusals: ['unknown_link', 'event_cancelled', 'event_finished', 'date_not_confirmed'],
  reply: z.object({ title: z.string(), when: z.string().nullable() }),
})

export const openVerifiedSession = endpoint({
  method: 'POST',
  path: '/api/enter',
  access: 'public',
  summary: 'Opens a verified member session for the address that a mail went to.',
  body: byToken,
  refusals: ['unknown_link', 'spent_link'],
  reply: z.object({ email: z.string() }),
})

export const unsubscribeByLink = endpoint({
  method: 'POST',
  path: '/api/unsubscribe',
  access: 'public',
  summary: 'Unsubscribes the address that a mail went to from reminders or news, at once.',
  body: byToken.extend({ topics: someTopics.optional() }),
  refusals: ['unknown_link'],
  reply: z.object({ email: z.string(), topics: z.array(z.enum(topics)) }),
})

export const restoreSubscription = endpoint({
  method: 'POST',
  path: '/api/resubscribe',
  access: 'public',
  summary: 'Takes back what the address unsubscribed from: only through a mail to that address.',
  /** `topics`: what to take back; without them what the link was asked for. */
  body: byToken.extend({ topics: someTopics.nullish() }),
  refusals: ['unknown_link'],
  reply: z.object({
    email: z.string(),
    topics: z.array(z.enum(topics)),
    /** What they left at another time: it does not come back by itself. */
    stillLeft: z.array(z.enum(topics)),
  }),
})

const sameForEveryone = z.object({ message: z.string() })

export const requestResubscribeLink = endpoint({
  method: 'POST',
  path: '/api/resubscribe-link',
  access: 'public',
  summary: 'Sends a resubscribe link to the address behind an unsubscribe link.',
  /** `topics`: what is to come back; without them what the mail of the link was about. */
  body: byToken.extend({ topics: someTopics.nullish() }),
  refusals: ['unknown_link'],
  reply: sameForEveryone,
})

export const requestJoinLink = endpoint({
  method: 'POST',
  path: '/api/join-link',
  access: 'public',
  summary:
    'Sends registrants their join link on the day of the event; the same answer for everyone.',
  body: z.object({ email, eventId: rowId }),
  reply: sameForEveryone,
})

export const requestLibraryLink = endpoint({
  method: 'POST',
  path: '/api/library-link',
  access: 'public',
  summary:
    'Sends a known address a link that opens a verified session; the same answer for everyone.',
  body: z.object({ email }),
  reply: sameForEveryone,
})
