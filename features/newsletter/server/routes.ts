import type { FastifyInstance } from 'fastify'
import * as contract from '#features/newsletter/contract.ts'
import { serveSigned } from '#platform/http/serve-signed.ts'
import { serve } from '#platform/http/serve.ts'
import { handleMailerliteWebhook, isSignedWith, mayBeSignature } from './mailerlite-webhook.ts'
import { getMailingList, listMailingListMembers, retrySyncs } from './mailing-list.ts'

/** Adds the route that receives MailerLite's webhook, and the API routes of the mailing list page in the admin area. */
export function mailingListRoutes(app: FastifyInstance) {
  const { clock, settings, db, jobs } = app.deps

  serveSigned(app, contract.handleMailerliteWebhook, {
    mayBeSigned: ({ signature }) => mayBeSignature(signature),
    isSigned({ headers, raw }) {
      const { mailerlite } = settings()
      return (
        mailerlite !== undefined && isSignedWith(mailerlite.webhookSecret, headers.signature, raw)
      )
    },
    operation: (body, { headers }) =>
      handleMailerliteWebhook(db, body, { signature: String(headers.signature), now: clock.now() }),
  })

  serve(app, contract.getMailingList, () =>
    getMailingList(db, { mailerlite: settings().mailerlite, now: clock.now() }),
  )
  serve(app, contract.listMailingListMembers, ({ query }) =>
    listMailingListMembers(db, query, settings().mailerlite?.groupId),
  )
  serve(app, contract.retrySyncs, ({ body }) => retrySyncs(db, jobs, body.userId))
}
