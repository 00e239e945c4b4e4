import type { FastifyInstance } from 'fastify'
import * as contract from '#shared/contract/site.ts'
import { serveCached } from '#server/http/serve-cached.ts'

export function siteRoutes(app: FastifyInstance) {
  const { site } = app.deps

  serveCached(app, contract.getSite, () => site)
}
