import type { FastifyInstance } from 'fastify'
import * as contract from '#shared/contract/tracking.ts'
import { requireAccess } from '#server/http/access.ts'
import { serve } from '#server/http/serve.ts'
import { trackAccess } from './track-access.ts'

export function trackingRoutes(app: FastifyInstance) {
  const { db, clock } = app.deps

  serve(app, contract.trackAccess, async ({ body }, call) => {
    const session = await call.session()
    requireAccess('session', session)
    const visitor = {
      sessionId: session!.id,
      email: session!.email!,
      address: call.address,
      userAgent: call.userAgent,
    }
    return trackAccess(db, body, visitor, clock.now())
  })
}
