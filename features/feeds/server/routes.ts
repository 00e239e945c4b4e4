import type { FastifyInstance } from 'fastify'
import { publicOrigin } from '#platform/http/origin.ts'
import { countCall } from '#platform/http/rate-limits.ts'
import { dataPolicy } from '#platform/http/security-headers.ts'
import { writeAtomFeed, writeJsonFeed } from './series-feed.ts'

/** `/feed.atom` and `/feed.json`: kept as the pages are, dropped when an event changes on any node. */
export function feedRoutes(app: FastifyInstance) {
  const { db, cache, site, time } = app.deps

  function serveFeed(path: string, type: string, write: typeof writeAtomFeed) {
    app.get(path, { schema: { hide: true } }, async (request, reply) => {
      const origin = publicOrigin(request)
      const key = `${origin}${path}`
      if (!cache.holds(key)) await countCall(request)
      await cache.send(request, reply, key, async () => ({
        status: 200,
        headers: {
          'content-type': type,
          'content-security-policy': dataPolicy,
          'cache-control': 'public, no-cache',
        },
        body: await write(db, { time: time(), site: site(), origin }),
      }))
      return reply
    })
  }

  serveFeed('/feed.atom', 'application/atom+xml; charset=utf-8', writeAtomFeed)
  serveFeed('/feed.json', 'application/feed+json; charset=utf-8', writeJsonFeed)
}
