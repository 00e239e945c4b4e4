import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as contract from '#shared/contract/site.ts'
import { countCall } from '#server/http/count-call.ts'
import { publicOrigin } from '#server/http/public-origin.ts'
import { serveCached } from '#server/http/serve-cached.ts'
import { describeSiteAsApp } from './describe-site-as-app.ts'
import { describeSiteToCrawlers } from './describe-site-to-crawlers.ts'
import { listPublicPages } from './list-public-pages.ts'
import { presentSite } from './present-site.ts'

/** The site file, and what crawlers and home screens ask for beside the pages. */
export function siteRoutes(app: FastifyInstance) {
  const { db, site, cache, time, pictures } = app.deps

  serveCached(app, contract.getSite, () => presentSite(site, pictures.versioned))

  function serveText(
    path: string,
    type: string,
    write: (origin: string) => string | Promise<string>,
  ) {
    app.get(
      path,
      { schema: { hide: true } },
      async (request: FastifyRequest, reply: FastifyReply) => {
        const origin = publicOrigin(request)
        const key = `${origin}${path}`
        if (!cache.holds(key)) await countCall(request)
        await cache.send(request, reply, key, async () => ({
          status: 200,
          headers: { 'content-type': type, 'cache-control': 'public, max-age=3600' },
          body: await write(origin),
        }))
        return reply
      },
    )
  }

  serveText('/robots.txt', 'text/plain; charset=utf-8', describeSiteToCrawlers)
  serveText('/sitemap.xml', 'application/xml; charset=utf-8', (origin) =>
    listPublicPages(db, time(), origin),
  )
  serveText('/manifest.webmanifest', 'application/manifest+json; charset=utf-8', () =>
    JSON.stringify(describeSiteAsApp(site)),
  )
}
