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

/** Calls of the mailing list's provider, and the admin area's calls about the mailing list. */

export const handleMailerliteWebhook = endpoint('POST /api/webhooks/mailerlite', {
  access: 'signed',
  bodyLimit: 1024 * 1024,
  summary: "Receives MailerLite's webhook: a person unsubscribed, bounced or reported spam there.",
  /** Number of the call's events that were applied. */
  reply: z.object({ taken: z.int() }),
})

export const getMailingList = endpoint('GET /api/admin/mailing-list', {
  access: 'viewer',
  summary: 'Returns whether MailerLite is configured, and the number of people per sync state.',
  reply: z.object({
    isConfigured: z.boolean(),
    /** Missing settings and their consequences, as sentences to show. */
    notes: z.array(z.string()),
    /** People who opted in to updates and have not unsubscribed. */
    agreed: z.int(),
    /** Counts everyone who ever opted in. */
    counts: countsOf(memberStates),
    /** People whose sync failed or awaits a retry; 'Try again' applies to them. */
    troubled: z.int(),
    /** Calls are suspended until this time, at MailerLite's request. */
    pausedUntil: instant.nullable(),
  }),
})

export const mailingListMember = z.object({
  userId: rowId,
  email: z.string(),
  /** First and last name; '' if neither is known. */
  name: z.string(),
  ...ofPerson,
  /** `waiting` includes people whose latest change has not been synced yet. */
  state: z.enum(memberStates),
  /** Error of the last attempt. In state `left`: how the person unsubscribed, if not on this site. */
  lastError: z.string().nullable(),
  triedAt: instant.nullable(),
  /** Time of the next sync or retry; null unless one is pending. */
  nextTryAt: instant.nullable(),
  /** Time of the last successful sync, or of MailerLite's last webhook about the person. */
  syncedAt: instant.nullable(),
  /** `earlier`: the group configured at the last sync, which is no longer configured. */
  membersGroup: z.enum(['current', 'earlier']).nullable(),
  /** Events whose groups contain the person; a deleted event has no title. */
  eventGroups: z.array(z.object({ id: rowId, title: z.string().nullable() })),
})
export type MailingListMember = z.output<typeof mailingListMember>

export const listMailingListMembers = endpoint('GET /api/admin/mailing-list/members', {
  access: 'viewer',
  summary: 'Lists people who opted in and their state at MailerLite, newest first, in pages.',
  query: z.object({
    /** Parts of name or email. Each word must occur in one of them. */
    search: optionalText('Search', limits.email),
    ...pageQuery(memberStates, 20),
  }),
  reply: z.object({
    members: z.array(mailingListMember),
    ...pageReply(memberStates),
  }),
})

export const retrySyncs = endpoint('POST /api/admin/mailing-list/try-again', {
  access: 'editor',
  summary: 'Syncs one person again, or all whose sync failed or awaits a retry, immediately.',
  body: z.object({ userId: rowId.nullish() }),
  refusals: ['nothing_to_repeat'],
  reply: z.object({ people: z.int() }),
})
