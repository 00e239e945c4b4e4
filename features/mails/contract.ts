import { z } from 'zod'
import { endpoint } from '#kernel/endpoint.ts'
import {
  instant,
  limits,
  optionalText,
  rowId,
  rowIdInPath,
  ofPerson,
  countsOf,
  pageQuery,
  pageReply,
  byToken,
  sameForEveryone,
} from '#kernel/fields.ts'
import { mailKinds } from '#kernel/mail-kinds.ts'
import { outboxEntryStates, topics } from '#kernel/values.ts'

/** What was sent to whom, for the admin area. Specification, "Mails". */

export const outboxEntryRow = z.object({
  id: rowId,
  kind: z.enum(mailKinds),
  email: z.string(),
  /** First and last name where the address belongs to a known person; '' otherwise. */
  name: z.string(),
  ...ofPerson,
  eventId: rowId.nullable(),
  eventTitle: z.string().nullable(),
  /** It travels in another outbox entry's mail: one request causes one mail. */
  isCarried: z.boolean(),
  state: z.enum(outboxEntryStates),
  attempts: z.int(),
  /** Why the last try failed, or why it was not sent. */
  lastError: z.string().nullable(),
  triedAt: instant.nullable(),
  /** When it is tried next, while it waits. */
  nextTryAt: instant.nullable(),
  sentAt: instant.nullable(),
  /** What the mail server said. */
  answer: z.string().nullable(),
  createdAt: instant,
})
export type OutboxEntryRow = z.output<typeof outboxEntryRow>

/** One that is listed, with what else the same mail told and shares its state. */
const listedEntry = outboxEntryRow.extend({
  also: z.array(
    z.object({ id: rowId, kind: z.enum(mailKinds), eventTitle: z.string().nullable() }),
  ),
})
export type ListedEntry = z.output<typeof listedEntry>

/** What outbox entries are looked for by, besides their event. */
const filter = {
  kind: z.enum(mailKinds).optional(),
  /** A part of the address is enough. */
  email: optionalText('Email', limits.email).transform((part) => part.toLowerCase()),
  /** Words of name or address. */
  search: optionalText('Search', limits.email),
}

export const listOutboxEntries = endpoint('GET /api/admin/messages', {
  access: 'admin',
  summary: 'What was or is to be sent, newest first, in pages.',
  query: z.object({
    eventId: rowIdInPath.optional(),
    ...filter,
    /** `mail`: one row for all that one mail tells. */
    by: z.enum(['mail', 'matter'], 'by must be mail or matter').default('matter'),
    ...pageQuery(outboxEntryStates, 100),
  }),
  reply: z.object({
    deliveries: z.array(listedEntry),
    ...pageReply(outboxEntryStates),
  }),
})

export const readOutboxEntry = endpoint('GET /api/admin/messages/:id', {
  access: 'admin',
  summary: 'One outbox entry; with the mail itself where no mail server is set.',
  params: z.object({ id: rowIdInPath }),
  refusals: ['no_such_message'],
  reply: outboxEntryRow.extend({
    kept: z.object({ subject: z.string(), text: z.string(), html: z.string() }).nullable(),
  }),
})

export const retryOutboxEntry = endpoint('POST /api/admin/messages/:id/try-again', {
  access: 'admin',
  summary: 'Tries an outbox entry again at once that failed, waits or is in doubt.',
  params: z.object({ id: rowIdInPath }),
  refusals: ['no_such_message', 'nothing_to_repeat'],
  reply: outboxEntryRow,
})

export const sendAgain = endpoint('POST /api/admin/messages/:id/send-again', {
  access: 'admin',
  summary: 'Sends somebody anew what they were sent before, as it reads today: a mail of its own.',
  params: z.object({ id: rowIdInPath }),
  refusals: ['no_such_message', 'nothing_to_repeat'],
  /** The new mail. */
  reply: outboxEntryRow,
})

export const retryOutboxEntries = endpoint('POST /api/admin/messages/try-again', {
  access: 'admin',
  summary: 'Tries all mails again at once that failed, or that wait for their next try.',
  body: z.object({
    /** `waiting`: those of which a try failed already. Mails in doubt are tried one by one only. */
    state: z.enum(['failed', 'waiting']).default('failed'),
    /** Of this event, this kind and these people only. */
    eventId: rowId.nullish(),
    ...filter,
  }),
  /** How many mails that are. */
  reply: z.object({ mails: z.int() }),
})

export const getMailSetup = endpoint('GET /api/admin/message-setup', {
  access: 'admin',
  summary: 'Whether mails are sent, from whom, and how many wait or failed.',
  reply: z.object({
    isSending: z.boolean(),
    from: z.string(),
    /** Where links in mails lead. */
    origin: z.string(),
    /** Sentences to show: what is not set, and what that means. */
    notes: z.array(z.string()),
    counts: countsOf(outboxEntryStates),
  }),
})

const someTopics = z.array(z.enum(topics)).min(1).max(2)

export const unsubscribeByLink = endpoint('POST /api/unsubscribe', {
  access: 'public',
  summary: 'Unsubscribes the address that a mail went to from reminders or news, at once.',
  body: byToken.extend({ topics: someTopics.optional() }),
  refusals: ['unknown_link'],
  reply: z.object({ email: z.string(), topics: z.array(z.enum(topics)) }),
})

export const restoreSubscription = endpoint('POST /api/resubscribe', {
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

export const requestResubscribeLink = endpoint('POST /api/resubscribe-link', {
  access: 'public',
  summary: 'Sends a resubscribe link to the address behind an unsubscribe link.',
  /** `topics`: what is to come back; without them what the mail of the link was about. */
  body: byToken.extend({ topics: someTopics.nullish() }),
  refusals: ['unknown_link'],
  reply: sameForEveryone,
})
