import type { FastifyRequest } from 'fastify'
import { Refusal } from '#server/refusal.ts'

const reading = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Host and port as a browser writes them; undefined for `null` and for anything malformed. */
function hostOf(origin: string) {
  return URL.parse(origin)?.host || undefined
}

/**
 * Refuses a state-changing call that another site made the browser send. A call without `Origin` and
 * `Sec-Fetch-Site` comes from a program, which has no cookies to borrow. decisions.md, "Calls in general".
 */
export function refuseForeignSite(request: FastifyRequest, publicUrl: string | undefined) {
  if (reading.has(request.method)) return
  const { origin } = request.headers
  const site = request.headers['sec-fetch-site']
  const isForeign =
    (origin !== undefined && !isOwn(origin, request, publicUrl)) ||
    (site !== undefined && site !== 'same-origin' && site !== 'none')
  if (isForeign) throw new Refusal(403, 'This call may only be made from the site itself')
}

function isOwn(origin: string, request: FastifyRequest, publicUrl: string | undefined) {
  const sender = hostOf(origin)
  if (!sender) return false
  return sender === hostOf(`http://${request.host}`) || sender === (publicUrl && hostOf(publicUrl))
}
