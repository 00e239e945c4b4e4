import type { FastifyInstance } from 'fastify'
import { invalidInput, Refusal } from '#platform/errors/refusal.ts'
import { publicOrigin } from '#platform/http/origin.ts'
import { countCall } from '#platform/http/rate-limits.ts'
import { serveCachedDocument } from '#platform/http/serve-cached.ts'
import { describeForEmbedding, writeOembedXml } from './oembed.ts'
import { writeAtomFeed, writeJsonFeed } from './series-feed.ts'

/** Registers `/feed.atom` and `/feed.json`, cached like pages until an event changes on any node, and `/oembed`. */
export function feedRoutes(app: FastifyInstance) {
  const { db, site, time } = app.deps

  function serveFeed(path: string, type: string, write: typeof writeAtomFeed) {
    serveCachedDocument(app, {
      path,
      type,
      keeping: 'public, no-cache',
      write: (origin) => write(db, { time: time(), site: site(), origin }),
    })
  }

  serveFeed('/feed.atom', 'application/atom+xml; charset=utf-8', writeAtomFeed)
  serveFeed('/feed.json', 'application/feed+json; charset=utf-8', writeJsonFeed)

  /**
   * Registers `/oembed?url=…&format=json` as oembed.com specifies: 404 for URLs of other pages, 501 for unknown
   * formats.
   */
  app.get('/oembed', { schema: { hide: true }, onRequest: countCall }, async (request, reply) => {
    const { url, format = 'json' } = request.query as Record<string, unknown>
    if (typeof url !== 'string') {
      throw invalidInput([{ field: 'url', message: 'Give the address of an event page' }])
    }
    if (format !== 'json' && format !== 'xml') throw new Refusal('no_such_format')
    const context = { time: time(), site: site(), origin: publicOrigin(request) }
    const described = await describeForEmbedding(db, url, context)
    if (!described)
      throw new Refusal('no_such_event', { message: 'There is no event at this address' })
    void reply.header('cache-control', 'no-cache')
    return format === 'json'
      ? reply.send(described)
      : reply.type('text/xml; charset=utf-8').send(writeOembedXml(described))
  })
}
