import type { FastifyInstance } from 'fastify'
import { isbot } from 'isbot'
import * as contract from '#features/sources/contract.ts'
import { dayInZone } from '#kernel/event-time.ts'
import { landingPaths } from '#kernel/front-page.ts'
import { ownPages } from '#kernel/site.ts'
import type { Call } from '#platform/http/call.ts'
import { type Input, serve } from '#platform/http/serve.ts'
import { createViewCounter } from './view-counter.ts'
import { writeViews } from './write-views.ts'

const pages = ['/', '/events', '/register', '/notify', '/members', ...landingPaths]

export function sourceRoutes(app: FastifyInstance) {
  const { db, limits, settings, site, time } = app.deps
  const counter = createViewCounter(
    (sums, visitors) => writeViews(db, sums, visitors, time()),
    (error) => app.log.warn(error, 'Page views could not be written and are kept in memory'),
  )
  app.addHook('onClose', () => counter.stop())

  /** Returns a page's path as counted; undefined for a page that does not exist. Events are looked up when written. */
  function findPage(sent: string | undefined): string | undefined {
    if (sent?.startsWith('/events/')) return sent
    const path = sent?.toLowerCase()
    const known = [
      ...pages,
      ...ownPages.map((page) => `/${page}`),
      ...site().partnerPaths.map((partner) => partner.path),
    ]
    return known.find((page) => page === path)
  }

  async function countView({ body }: Input<typeof contract.countView>, call: Call) {
    const { source = '', campaign = '', via = '', form } = body
    const path = findPage(body.path)
    const { address, userAgent } = call
    const isCounted = settings().countViews && !call.optsOut && userAgent && !isbot(userAgent)
    if (!isCounted || path === undefined) return
    await limits.count('views', call.addressKey)
    const { now, timeZone } = time()
    const view = { day: dayInZone(now, timeZone), path, source, campaign, via }
    if (form) counter.countForm(view)
    else counter.countView(view, { address, userAgent })
  }

  serve(app, contract.countView, async (input, call) => {
    await countView(input, call)
    return undefined
  })
}
