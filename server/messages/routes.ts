import type { FastifyInstance } from 'fastify'
import { previewStatusChanges as previewContract } from '#shared/contract/event-checks.ts'
import * as contract from '#shared/contract/messages.ts'
import { readActor } from '#server/http/read-actor.ts'
import { serve } from '#server/http/serve.ts'
import { getMailSetup } from './get-message-setup.ts'
import { listOutboxEntries, readOutboxEntry } from './list-deliveries.ts'
import { createMailer } from './mailer.ts'
import { previewStatusChanges } from './preview-event-moves.ts'
import { retryOutboxEntries } from './repeat-deliveries.ts'
import { retryOutboxEntry } from './repeat-delivery.ts'
import { sendAgain } from './send-again.ts'
import { sendConfirmations } from './send-confirmations.ts'

/** What the admin area sees and does of the mails. */
export function mailRoutes(app: FastifyInstance) {
  const { config, db, jobs, site } = app.deps
  const mailer = createMailer(config, site.series.name)

  serve(app, contract.listOutboxEntries, ({ query }) => listOutboxEntries(db, query))
  serve(app, contract.readOutboxEntry, ({ params }) => readOutboxEntry(db, params.id))
  serve(app, contract.retryOutboxEntry, ({ params }) => retryOutboxEntry(db, jobs, params.id))
  serve(app, contract.sendAgain, async ({ params }, call) => {
    const actor = await readActor(call)
    return sendAgain(db, jobs, params.id, { actor, now: app.deps.time().now })
  })
  serve(app, contract.retryOutboxEntries, ({ body }) => retryOutboxEntries(db, jobs, body))
  serve(app, contract.getMailSetup, () => getMailSetup(db, { config, mailer }))
  serve(app, previewContract, ({ params, body }) =>
    previewStatusChanges(db, params.id, body, app.deps.time()),
  )
  serve(app, contract.sendConfirmations, async ({ body }, call) => {
    const { batchId, dryRun } = body
    const actor = await readActor(call)
    return sendConfirmations(db, jobs, batchId, {
      ...app.deps.time(),
      actor,
      dryRun: dryRun ?? false,
    })
  })
}
