import type { FastifyInstance } from 'fastify'
import * as contract from '#features/event-mails/contract.ts'
import type { MailKinds } from '#features/mails/server/mail-kind.ts'
import { serve } from '#platform/http/serve.ts'
import { previewStatusChanges } from './preview-event-changes.ts'

/** Whom a change of an event would tell, asked before it is made. */
export function eventMailRoutes(app: FastifyInstance, { kinds }: { kinds: MailKinds }) {
  const { db, time } = app.deps
  serve(app, contract.previewStatusChanges, ({ params, body }) =>
    previewStatusChanges(db, params.id, body, { ...time(), kinds }),
  )
}
