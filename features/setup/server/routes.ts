import type { FastifyInstance } from 'fastify'
import * as contract from '#features/setup/contract.ts'
import { type Call, readActor } from '#platform/http/call.ts'
import { serve } from '#platform/http/serve.ts'
import { removeSampleContent } from './sample-content.ts'
import { askForCopy, markSetup, readSetup } from './setup.ts'

/** What is left of the set-up, and what it does itself. */
export function setupRoutes(app: FastifyInstance) {
  const { db, cache, clock, config, settings, site, jobs } = app.deps

  function read({ isForwarded }: Call) {
    const way = { isForwarded, trustsProxy: config.trustProxy !== false }
    return readSetup(db, { site: site(), settings: settings(), way })
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
  serve(app, contract.removeSampleContent, async ({ query: { registrations } }, call) => {
    const removed = await removeSampleContent(db, {
      confirmed: registrations,
      site: app.deps,
      ...(await deed(call)),
    })
    // The database tells every node that can listen; this one may be unable to.
    cache.clear()
    return removed
  })
}
