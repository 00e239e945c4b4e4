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

/** API endpoints for the outbox page of the admin area, and for links in mails that unsubscribe or resubscribe. */

export const outboxEntryRow = z.object({
  id: rowId,
  kind: z.enum(mailKinds),
  email: z.string(),
  /** First and last name of the person with this email; '' if unknown. */
  name: z.string(),
  ...ofPerson,
  eventId: rowId.nullable(),
  eventTitle: z.string().nullable(),
  /** True if another entry's mail contains this notification, because one request causes only one mail. */
  isCarried: z.boolean(),
  state: z.enum(outboxEntryStates),
  attempts: z.int(),
  /** Error of the last attempt to send the mail, or why it was skipped or stopped. */
  lastError: z.string().nullable(),
  triedAt: instant.nullable(),
  /** Time of the next attempt to send the mail; null if none is planned. */
  nextTryAt: instant.nullable(),
  sentAt: instant.nullable(),
  /** The mail server's reply to the last attempt, or where the mail was stored without a mail server. */
  answer: z.string().nullable(),
  createdAt: instant,
})
export type OutboxEntryRow = z.output<typeof outboxEntryRow>

/** An outbox entry in the list, with the other notifications of the same mail. All have the same state. */
const listedEntry = outboxEntryRow.extend({
  also: z.array(
    z.object({ id: rowId, kind: z.enum(mailKinds), eventTitle: z.string().nullable() }),
  ),
})
export type ListedEntry = z.output<typeof listedEntry>

const filter = {
  kind: z.enum(mailKinds).optional(),
  /** Part of the recipient's email; case is ignored. */
  email: optionalText('Email', limits.email).transform((part) => part.toLowerCase()),
  /** Words to find in the recipient's name or email. */
  search: optionalText('Search', limits.email),
}

export const listOutboxEntries = endpoint('GET /api/admin/messages', {
  access: 'viewer',
  summary: 'Lists sent and pending outbox entries, newest first, in pages.',
  query: z.object({
    eventId: rowIdInPath.optional(),
    ...filter,
    /** `mail`: one row per mail; `matter`: one row per notification, of which a mail may contain several. */
    by: z.enum(['mail', 'matter'], 'by must be mail or matter').default('matter'),
    ...pageQuery(outboxEntryStates, 100),
  }),
  reply: z.object({
    deliveries: z.array(listedEntry),
    ...pageReply(outboxEntryStates),
  }),
})

export const readOutboxEntry = endpoint('GET /api/admin/messages/:id', {
  access: 'viewer',
  summary:
    'Returns an outbox entry with the headers and, if still available, the text of its mail.',
  params: z.object({ id: rowIdInPath }),
  refusals: ['no_such_message'],
  reply: outboxEntryRow.extend({
    /**
     * Headers of the mail; empty before it is sent, and for mails that an earlier release of Greenroom
     * sent.
     */
    headers: z.array(z.object({ name: z.string(), value: z.string() })),
    /**
     * The mail as it was sent; null if it cannot be rebuilt, because its event, recipient or text changed
     * since.
     */
    kept: z.object({ subject: z.string(), text: z.string(), html: z.string() }).nullable(),
  }),
})

export const retryOutboxEntry = endpoint('POST /api/admin/messages/:id/try-again', {
  access: 'editor',
  summary: 'Retries an outbox entry that failed, waits or is in doubt, immediately.',
  params: z.object({ id: rowIdInPath }),
  refusals: ['no_such_message', 'nothing_to_repeat'],
  reply: outboxEntryRow,
})

export const sendAgain = endpoint('POST /api/admin/messages/:id/send-again', {
  access: 'editor',
  summary: 'Sends a mail again as a new mail with the present data.',
  params: z.object({ id: rowIdInPath }),
  refusals: ['no_such_message', 'nothing_to_repeat'],
  /** Outbox entry of the new mail. */
  reply: outboxEntryRow,
})

export const retryOutboxEntries = endpoint('POST /api/admin/messages/try-again', {
  access: 'editor',
  summary: 'Retries all mails that failed or await a retry, immediately.',
  body: z.object({
    /**
     * `waiting`: mails that await a retry after a failed attempt. Mails that may have arrived are retried
     * one by one.
     */
    state: z.enum(['failed', 'waiting']).default('failed'),
    /** Id of the event whose mails are retried; default: mails of all events. */
    eventId: rowId.nullish(),
    ...filter,
  }),
  reply: z.object({ mails: z.int() }),
})

export const getMailSetup = endpoint('GET /api/admin/message-setup', {
  access: 'viewer',
  summary: 'Returns the state of the mail settings, and the number of outbox entries per state.',
  reply: z.object({
    isSending: z.boolean(),
    from: z.string(),
    /** Base URL of links in mails. */
    origin: z.string(),
    /** Missing mail settings and their consequences, as sentences for the admin area. */
    notes: z.array(z.string()),
    counts: countsOf(outboxEntryStates),
  }),
})

const someTopics = z.array(z.enum(topics)).min(1).max(2)

export const unsubscribeByLink = endpoint('POST /api/unsubscribe', {
  access: 'public',
  summary: 'Unsubscribes the address of a mail from reminders or news, immediately.',
  body: byToken.extend({ topics: someTopics.optional() }),
  refusals: ['unknown_link'],
  reply: z.object({ email: z.string(), topics: z.array(z.enum(topics)) }),
})

export const restoreSubscription = endpoint('POST /api/resubscribe', {
  access: 'public',
  summary: 'Restores topics that the address unsubscribed from, by a link mailed to it.',
  /** `topics` to restore; default: the topics for which the resubscribe link was mailed. */
  body: byToken.extend({ topics: someTopics.nullish() }),
  refusals: ['unknown_link'],
  reply: z.object({
    email: z.string(),
    topics: z.array(z.enum(topics)),
    /** Topics that the reader unsubscribed from at another time; they stay unsubscribed. */
    stillLeft: z.array(z.enum(topics)),
  }),
})

export const requestResubscribeLink = endpoint('POST /api/resubscribe-link', {
  access: 'public',
  summary: 'Sends a resubscribe link to the address behind an unsubscribe link.',
  /** `topics` to resubscribe to; default: the topic of the mail that contained the unsubscribe link. */
  body: byToken.extend({ topics: someTopics.nullish() }),
  refusals: ['unknown_link'],
  reply: sameForEveryone,
})
