import type { FastifyInstance } from 'fastify'
import * as contract from '#shared/contract/system.ts'
import { serve } from '#server/http/serve.ts'
import { checkReadiness } from './check-readiness.ts'

export function systemRoutes(app: FastifyInstance) {
  const { db } = app.deps

  serve(app, contract.getHealth, () => ({ status: 'ok' as const }), { unlimited: true })
  serve(app, contract.getReadiness, () => checkReadiness(db), { unlimited: true })
}
