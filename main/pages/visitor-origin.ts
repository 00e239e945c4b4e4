import type { FastifyRequest } from 'fastify'
import type { Origin } from '#features/registrations/rules.ts'
import { publicPath, readTouch, touchFields } from '#kernel/first-touch.ts'

/**
 * Returns where the visitor came from: the query of the page's URL, to which browsers without scripts post the form. The
 * link on a partner's page contains its path as `source`.
 */
export function readOrigin({ query, url }: Pick<FastifyRequest, 'query' | 'url'>): Origin {
  const sent = query as Record<string, unknown>
  const { source } = sent
  if (typeof source === 'string') return { source, ...readTouch(sent) }
  const landingPath = publicPath(url)
  return landingPath === undefined ? readTouch(sent) : { landingPath, ...readTouch(sent) }
}

/**
 * Returns a redirect that adds the source of the visitor to the URL, from the Referer: browsers without scripts lose the
 * query with every link, because one cached page serves every query. Undefined if there is nothing to add.
 */
export function carryOrigin(request: FastifyRequest): string | undefined {
  const { referer, 'sec-fetch-dest': destination = 'document' } = request.headers
  if (referer === undefined || !/[?&](?:utm_|via=)/.test(referer)) return undefined
  // Without repeated slashes: browsers read a redirect to `//name` as the address of another site.
  const path = publicPath(request.url)
  const from = URL.parse(referer)
  if (destination !== 'document' || !path || path.endsWith('.data')) return undefined
  if (from?.host !== request.host) return undefined
  const touch = readTouch(Object.fromEntries(from.searchParams))
  const [, query = ''] = request.url.split('?', 2)
  const sent = new URLSearchParams(query)
  if (Object.keys(touch).length === 0 || touchFields.some((name) => sent.has(name)))
    return undefined
  return `${path}?${new URLSearchParams([...sent, ...Object.entries(touch)])}`
}
