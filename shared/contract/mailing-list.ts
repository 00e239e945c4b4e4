import { z } from 'zod'
import { memberStates } from '#shared/mailing-list.ts'
import { endpoint } from './endpoint.ts'
import { instant, rowId } from './fields.ts'

/** The mailing list's provider: what it tells us, and what the desk shows of it. */

export const hearMailerlite = endpoint({
  method: 'POST',
  path: '/api/webhooks/mailerlite',
  access: 'signed',
  summary: 'MailerLite says that somebody unsubscribed, bounced or reported spam there.',
  /** How many of the call's events were taken. */
  reply: z.object({ taken: z.int() }),
})

export const troubledMember = z.object({
  userId: rowId,
  email: z.string(),
  name: z.string(),
  state: z.enum(memberStates),
  attempts: z.int(),
  lastError: z.string().nullable(),
  triedAt: instant.nullable(),
  /** When it is tried next, while it waits. */
  nextTryAt: instant.nullable(),
})
export type TroubledMember = z.output<typeof troubledMember>

export const getMailingList = endpoint({
  method: 'GET',
  path: '/api/admin/mailing-list',
  access: 'admin',
  summary: 'Whether MailerLite is set, how many it was told of, whom it was not and why.',
  reply: z.object({
    isConfigured: z.boolean(),
    /** Sentences to show: what is not set, and what that means. */
    notes: z.array(z.string()),
    /** People who agreed to updates and have not unsubscribed. */
    agreed: z.int(),
    counts: z.record(z.enum(memberStates), z.int()),
    /** MailerLite wants no calls before. */
    pausedUntil: instant.nullable(),
    /** Whoever failed or hangs between tries, at most a hundred. */
    troubled: z.array(troubledMember),
  }),
})

export const repeatSyncs = endpoint({
  method: 'POST',
  path: '/api/admin/mailing-list/try-again',
  access: 'admin',
  summary: 'Tells MailerLite again, at once, of one person or of all that failed or wait.',
  body: z.object({ userId: rowId.nullish() }),
  reply: z.object({ people: z.int() }),
})
