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

/** API endpoint that receives MailerLite's webhook, and API endpoints for the mailing list page of the admin area. */

export const handleMailerliteWebhook = endpoint('POST /api/webhooks/mailerlite', {
  access: 'signed',
  bodyLimit: 1024 * 1024,
  summary: "Receives MailerLite's webhook: a person unsubscribed, bounced or reported spam there.",
  /** `taken`: number of events in the webhook call that were applied. */
  reply: z.object({ taken: z.int() }),
})

export const getMailingList = endpoint('GET /api/admin/mailing-list', {
  access: 'viewer',
  summary: 'Returns whether MailerLite is configured, and the number of people per sync state.',
  reply: z.object({
    isConfigured: z.boolean(),
    /** Missing MailerLite settings and their consequences, as sentences for the admin area. */
    notes: z.array(z.string()),
    /** Number of people who opted in to updates and have not unsubscribed. */
    agreed: z.int(),
    /** Number of people in each sync state, of everyone who ever opted in. */
    counts: countsOf(memberStates),
    /** Number of people whose sync to MailerLite failed or awaits a retry; 'Try again' applies to them. */
    troubled: z.int(),
    /**
     * End of a pause in calls to MailerLite, after its rate limit or an invalid API key; null if there is no
     * pause.
     */
    pausedUntil: instant.nullable(),
  }),
})

export const mailingListMember = z.object({
  userId: rowId,
  email: z.string(),
  /** First and last name of the person; '' if neither is known. */
  name: z.string(),
  ...ofPerson,
  /** `waiting` includes people whose latest change has not been synced yet. */
  state: z.enum(memberStates),
  /** Error of the last attempt to sync; in the state `left`, how the person unsubscribed, if not on this site. */
  lastError: z.string().nullable(),
  triedAt: instant.nullable(),
  /** Time of the next sync or retry; null if none is planned. */
  nextTryAt: instant.nullable(),
  /** Time of the last successful sync, or of MailerLite's last webhook about the person. */
  syncedAt: instant.nullable(),
  /**
   * MailerLite group for all members that contains the person: `current` is the configured one, `earlier` a
   * former one.
   */
  membersGroup: z.enum(['current', 'earlier']).nullable(),
  /** Events whose MailerLite groups contain the person; the title of a deleted event is null. */
  eventGroups: z.array(z.object({ id: rowId, title: z.string().nullable() })),
})
export type MailingListMember = z.output<typeof mailingListMember>

export const listMailingListMembers = endpoint('GET /api/admin/mailing-list/members', {
  access: 'viewer',
  summary: 'Lists people who opted in and their state at MailerLite, newest first, in pages.',
  query: z.object({
    /** Words that must each occur in the person's name or email. */
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
