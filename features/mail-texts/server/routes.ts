import type { FastifyInstance } from 'fastify'
import * as contract from '#features/mail-texts/contract.ts'
import type { MailKinds } from '#features/mails/server/mail-kind.ts'
import { siteOrigin } from '#features/mails/server/mail-setup.ts'
import { senderOf } from '#features/mails/server/mailer.ts'
import { readActor, type Call } from '#platform/http/call.ts'
import { serve } from '#platform/http/serve.ts'
import {
  listMailTexts,
  listMailTextVersions,
  publishMailTexts,
  readMailTexts,
  saveMailTexts,
} from './mail-texts.ts'
import { previewMailTexts } from './preview-mail-texts.ts'

/** Adds the API routes by which the admin area edits, previews and publishes mail texts. */
export function mailTextRoutes(app: FastifyInstance, { kinds }: { kinds: MailKinds }) {
  const { deps } = app
  const { clock, config, db, settings, site } = deps
  const deedOf = async (call: Call) => ({ actor: await readActor(call), now: clock.now() })
  const context = () => ({
    content: deps,
    kinds,
    from: senderOf(settings(), site().series.name),
  })

  serve(app, contract.listMailTexts, () => listMailTexts(db, deps))
  serve(app, contract.readMailTexts, ({ params }) => readMailTexts(db, params.kind, context()))
  serve(app, contract.saveMailTexts, async ({ params, body: { words, ...body } }, call) =>
    saveMailTexts(db, params.kind, { ...words, ...body }, await deedOf(call), deps),
  )
  serve(app, contract.publishMailTexts, async ({ body }, call) =>
    publishMailTexts(db, body, await deedOf(call), deps),
  )
  serve(app, contract.listMailTextVersions, ({ params }) => listMailTextVersions(db, params.kind))
  serve(app, contract.previewMailTexts, ({ params, body }) => {
    const origin = siteOrigin({ ...config, ...settings() })
    return previewMailTexts(db, params.kind, body, { ...context(), origin, now: clock.now() })
  })
}
