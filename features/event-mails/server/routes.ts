import type { FastifyInstance } from 'fastify'
import * as contract from '#features/event-mails/contract.ts'
import type { AfterSave } from '#features/events/server/edit-event.ts'
import { listHeldMails } from '#features/mails/server/held-mails.ts'
import type { MailKinds } from '#features/mails/server/mail-kind.ts'
import { siteOrigin } from '#features/mails/server/mail-setup.ts'
import { readActor } from '#platform/http/call.ts'
import { serve } from '#platform/http/serve.ts'
import {
  previewCreation,
  previewCreationMail,
  previewEventMail,
  previewStatusChanges,
} from './preview-event-changes.ts'
import { sendHeldMails, stopHeldMails } from './stop-held-mails.ts'

/** What a save of an event tells: asked before it is made, and stopped after it. */
export function eventMailRoutes(
  app: FastifyInstance,
  { kinds, afterSave }: { kinds: MailKinds; afterSave: AfterSave },
) {
  const { config, settings, db, jobs, site, time } = app.deps
  const context = () => ({ ...time(), kinds })
  const isSending = () => settings().smtpUrl !== undefined
  const origin = () => siteOrigin({ ...config, ...settings() })

  serve(app, contract.previewStatusChanges, ({ params, body }) =>
    previewStatusChanges(db, params.id, body, {
      ...context(),
      isSending: isSending(),
    }),
  )
  serve(app, contract.previewCreation, ({ body }) =>
    previewCreation(db, body, { ...context(), isSending: isSending() }),
  )
  serve(app, contract.previewCreationMail, ({ body }) =>
    previewCreationMail(db, body, { ...context(), site: site(), origin: origin() }),
  )
  serve(app, contract.previewMail, ({ params, body }) =>
    previewEventMail(db, params.id, body, { ...context(), site: site(), origin: origin() }),
  )
  serve(app, contract.listHeldMails, () => listHeldMails(db))
  serve(app, contract.stopHeldMails, async ({ params, body }, call) =>
    stopHeldMails(db, params.id, body.restore ?? false, {
      ...context(),
      actor: await readActor(call),
      afterSave,
    }),
  )
  serve(app, contract.sendHeldMails, async ({ params }, call) =>
    sendHeldMails(db, params.id, { jobs, actor: await readActor(call), now: time().now }),
  )
}
