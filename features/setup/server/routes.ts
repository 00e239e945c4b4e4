import type { FastifyInstance } from 'fastify'
import * as contract from '#features/setup/contract.ts'
import { type Call, readActor } from '#platform/http/call.ts'
import { serve } from '#platform/http/serve.ts'
import { askForCopy, markSetup, readSetup } from './setup.ts'

export function setupRoutes(app: FastifyInstance) {
  const { db, clock, config, settings, site, siteLock, jobs } = app.deps

  function read(call: Call) {
    const way = { isForwarded: call.way().forwarded, trustsProxy: config.trustProxy !== false }
    return readSetup(db, { site: site(), siteLock, settings: settings(), way })
  }
  async function deed(call: Call) {
    return { actor: await readActor(call), now: clock.now() }
  }

  serve(app, contract.getSetup, (_, call) => read(call))
  serve(app, contract.markSetup, async ({ body }, call) => {
    await markSetup(db, body, await deed(call))
    return read(call)
  })
  serve(app, contract.askForCopy, async (_, call) => {
    const { actor, now } = await deed(call)
    await askForCopy(db, { jobs, backup: settings().backup, actor, now })
    return { askedAt: now.toISOString() }
  })
}
