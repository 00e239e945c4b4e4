import type { FastifyInstance } from 'fastify'
import * as contract from '#features/waitlist/contract.ts'
import { serve } from '#platform/http/serve.ts'
import { listWaitlist } from './waitlist.ts'

export function waitlistRoutes(app: FastifyInstance) {
  const { db } = app.deps
  serve(app, contract.listWaitlist, ({ params }) => listWaitlist(db, params.id))
}
