import type { FastifyRequest } from 'fastify'
import { Refusal } from '#server/refusal.ts'

const reading = new Set(['GET', 'HEAD', 'OPTIONS'])

function hostOf(origin: string) {
  return URL.parse(origin)?.host
}

/**
 * Refuses a state-changing call that another site made the browser send. A call without `Origin` and
 * `Sec-Fetch-Site` comes from a program, which has no cookies to borrow. decisions.md, "Calls in general".
 */
export function refuseForeignSite(request: FastifyRequest, publicUrl: string | undefined) {
  if (reading.has(request.method)) return
  const { origin } = request.headers
  const site = request.headers['sec-fetch-site']
  const own = [request.host, publicUrl && hostOf(publicUrl)]
  const foreign =
    (origin !== undefined && !own.includes(hostOf(origin))) ||
    (site !== undefined && site !== 'same-origin' && site !== 'none')
  if (foreign) throw new Refusal(403, 'This call may only be made from the site itself')
}
