import type { FastifyInstance } from 'fastify'
import * as contract from '#features/event-defaults/contract.ts'
import { readActor } from '#platform/http/call.ts'
import { serve } from '#platform/http/serve.ts'
import { readEventDefaults, saveEventDefaults } from './event-defaults.ts'

export function eventDefaultsRoutes(app: FastifyInstance) {
  const { db, time } = app.deps
  serve(app, contract.getEventDefaults, () => readEventDefaults(db))
  serve(app, contract.saveEventDefaults, async ({ body }, call) =>
    saveEventDefaults(db, body, { actor: await readActor(call), ...time() }),
  )
}
