import type { FastifyInstance } from 'fastify'
import * as contract from '#shared/contract/system.ts'
import { serve } from '#server/http/serve.ts'
import { checkReadiness } from './check-readiness.ts'

export function systemRoutes(app: FastifyInstance) {
  const { db, kind, config } = app.deps
  const folder = kind === 'embedded' ? config.dataDir : undefined
  let checking: ReturnType<typeof checkReadiness> | undefined
  /** However many ask, the database is asked once at a time. */
  function checkOnce() {
    return (checking ??= checkReadiness(db, folder).finally(() => (checking = undefined)))
  }

  serve(app, contract.getHealth, () => ({ status: 'ok' as const }))
  serve(app, contract.getReadiness, checkOnce)
}
