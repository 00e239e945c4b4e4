import type { FastifyInstance } from 'fastify'
import * as contract from '#features/health/contract.ts'
import type { Deps } from '#platform/deps.ts'
import { serveSigned } from '#platform/http/serve-signed.ts'
import { serve } from '#platform/http/serve.ts'
import { isArrivalSigned, judgeArrival, mayBeArrival } from './arrival.ts'
import { checkHealth } from './check-health.ts'
import type { HealthContext } from './findings.ts'

/** Returns the input of the health checks for the running site. */
export function describeSite(deps: Deps): HealthContext {
  const { config, settings, settingsStore, db, pool, kind, clock, cache, time } = deps
  return {
    config,
    problems: [],
    settings: settings(),
    stored: settingsStore.stored(),
    database: { db, pool, kind },
    now: clock.now,
    timeZone: time().timeZone,
    site: { listening: cache.listening() },
  }
}

/**
 * Adds the API route that runs all health checks, and the route that the site requests through its own proxies to check
 * them.
 */
export function siteHealthRoutes(app: FastifyInstance) {
  const { config, db, clock, cache } = app.deps
  let checking: ReturnType<typeof checkHealth> | undefined
  /** Runs the health checks; simultaneous requests share one run. */
  const checkOnce = () =>
    (checking ??= checkHealth(describeSite(app.deps)).finally(() => (checking = undefined)))

  serve(app, contract.checkHealth, async () => {
    const findings = await checkOnce()
    return { checkedAt: clock.now().toISOString(), findings }
  })

  serveSigned(app, contract.describeArrival, {
    mayBeSigned: mayBeArrival,
    isSigned: (call) => isArrivalSigned(call, { db, now: clock.now() }),
    operation: (_body, { headers, address }) =>
      Promise.resolve({
        ...judgeArrival(headers, { address, trustsProxy: config.trustProxy !== false }),
        listening: cache.listening(),
      }),
  })
}
