import type { FastifyInstance } from 'fastify'
import * as contract from '#shared/contract/mailing-list.ts'
import { serve } from '#server/http/serve.ts'
import { serveSigned } from '#server/http/serve-signed.ts'
import { getMailingList } from './get-mailing-list.ts'
import { handleMailerliteWebhook } from './hear-mailerlite.ts'
import { listMailingListMembers } from './list-mailing-list-members.ts'
import { isSignedWith, mayBeSignature } from './mailerlite-signature.ts'
import { retrySyncs } from './repeat-syncs.ts'

/** MailerLite's webhook, and what the admin area sees and does of the mailing list. */
export function mailingListRoutes(app: FastifyInstance) {
  const { clock, config, db, jobs } = app.deps
  const { mailerlite } = config

  serveSigned(app, contract.handleMailerliteWebhook, {
    mayBeSigned: ({ signature }) => mayBeSignature(signature),
    isSigned: ({ headers, raw }) =>
      mailerlite !== undefined && isSignedWith(mailerlite.webhookSecret, headers.signature, raw),
    operation: (body, { headers }) =>
      handleMailerliteWebhook(db, body, { signature: String(headers.signature), now: clock.now() }),
  })

  serve(app, contract.getMailingList, () => getMailingList(db, { mailerlite, now: clock.now() }))
  serve(app, contract.listMailingListMembers, ({ query }) =>
    listMailingListMembers(db, query, mailerlite?.groupId),
  )
  serve(app, contract.retrySyncs, ({ body }) => retrySyncs(db, jobs, body.userId))
}
