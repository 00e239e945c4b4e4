import type { FastifyInstance } from 'fastify'
import * as contract from '#features/api-keys/contract.ts'
import { type Call, readActor } from '#platform/http/call.ts'
import { serve } from '#platform/http/serve.ts'
import { createApiKey, listApiKeys, removeApiKey } from './keys.ts'

/** Adds the API routes by which the admin area lists, creates and revokes API keys. */
export function apiKeyRoutes(app: FastifyInstance) {
  const { db, clock } = app.deps
  const deed = async (call: Call) => ({ actor: await readActor(call), now: clock.now() })

  serve(app, contract.createApiKey, async ({ body }, call) =>
    createApiKey(db, body, await deed(call)),
  )
  serve(app, contract.listApiKeys, () => listApiKeys(db, clock.now()))
  serve(app, contract.removeApiKey, async ({ params }, call) =>
    removeApiKey(db, params.id, await deed(call)),
  )
}
