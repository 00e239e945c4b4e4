import type { FastifyInstance } from 'fastify'
import * as contract from '#features/erasure/contract.ts'
import { readActor } from '#platform/http/call.ts'
import { serve } from '#platform/http/serve.ts'
import { listErasures } from './complete-erasure.ts'
import { eraseAtOnce } from './erase-person.ts'

/** Adds the API routes by which the admin area erases a person and lists erasures. */
export function erasureRoutes(app: FastifyInstance) {
  const { config, settings, db, jobs } = app.deps
  const onDelay = (error: unknown) => app.log.warn({ err: error }, 'an erasure is finished later')

  serve(app, contract.listErasures, () => listErasures(db))
  serve(app, contract.erasePerson, async ({ params }, call) => {
    const { now } = app.deps.time()
    const actor = await readActor(call)
    const where = { ...config, ...settings() }
    return eraseAtOnce(db, params.key, { actor, jobs, now, by: 'desk', config: where, onDelay })
  })
}
