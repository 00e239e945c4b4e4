import { z } from 'zod'
import { endpoint } from '#kernel/endpoint.ts'
import {
  instant,
  limits,
  optionalText,
  rowId,
  ofPerson,
  countsOf,
  pageQuery,
  pageReply,
} from '#kernel/fields.ts'
import { memberStates } from '#kernel/values.ts'

/** The mailing list's provider: what it tells us, and what the admin area shows of it. */

export const handleMailerliteWebhook = endpoint('POST /api/webhooks/mailerlite', {
  access: 'signed',
  bodyLimit: 1024 * 1024,
  summary: 'MailerLite says that somebody unsubscribed, bounced or reported spam there.',
  /** How many of the call's events were taken. */
  reply: z.object({ taken: z.int() }),
})

export const getMailingList = endpoint('GET /api/admin/mailing-list', {
  access: 'admin',
  summary: 'Whether MailerLite is set, and of how many people it was told.',
  reply: z.object({
    isConfigured: z.boolean(),
    /** Sentences to show: what is not set, and what that means. */
    notes: z.array(z.string()),
    /** People who agreed to updates and have not unsubscribed. */
    agreed: z.int(),
    /** Of everybody who ever agreed. */
    counts: countsOf(memberStates),
    /** Who failed or hangs between tries: whom 'try again' is for. */
    troubled: z.int(),
    /** MailerLite wants no calls before. */
    pausedUntil: instant.nullable(),
  }),
})

export const mailingListMember = z.object({
  userId: rowId,
  email: z.string(),
  /** First and last name; '' where neither is known. */
  name: z.string(),
  ...ofPerson,
  /** `waiting` also where what was decided here since is not told yet. */
  state: z.enum(memberStates),
  /** Why the last try failed; with `left` how they left, where it was not here. */
  lastError: z.string().nullable(),
  triedAt: instant.nullable(),
  /** When they are told or tried next, while they wait. */
  nextTryAt: instant.nullable(),
  /** When MailerLite was told last, or heard from. */
  syncedAt: instant.nullable(),
  /** `earlier`: the group that was set when they were told last is set no more. */
  membersGroup: z.enum(['current', 'earlier']).nullable(),
  /** The events in whose groups they are; a deleted event has no title. */
  eventGroups: z.array(z.object({ id: rowId, title: z.string().nullable() })),
})
export type MailingListMember = z.output<typeof mailingListMember>

export const listMailingListMembers = endpoint('GET /api/admin/mailing-list/members', {
  access: 'admin',
  summary: 'Who agreed to updates and what became of each at MailerLite, newest first, in pages.',
  query: z.object({
    /** Parts of the name or the e-mail; each word must stand in them. */
    search: optionalText('Search', limits.email),
    ...pageQuery(memberStates, 20),
  }),
  reply: z.object({
    members: z.array(mailingListMember),
    ...pageReply(memberStates),
  }),
})

export const retrySyncs = endpoint('POST /api/admin/mailing-list/try-again', {
  access: 'admin',
  summary: 'Tells MailerLite again, at once, of one person or of all that failed or wait.',
  body: z.object({ userId: rowId.nullish() }),
  refusals: ['nothing_to_repeat'],
  reply: z.object({ people: z.int() }),
})
