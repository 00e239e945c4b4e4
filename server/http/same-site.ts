import type { FastifyRequest } from 'fastify'
import { Refusal } from '#server/refusal.ts'

const reading = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Host and port as a browser writes them; undefined for `null` and for anything malformed. */
function hostOf(origin: string) {
  return URL.parse(origin)?.host || undefined
}

/**
 * Refuses a state-changing call that another site made the browser send. A call without `Origin` and
 * `Sec-Fetch-Site` comes from a program, which has no cookies to borrow. Specification, "Calls".
 */
export function refuseForeignSite(request: FastifyRequest, publicUrl: string | undefined) {
  if (reading.has(request.method)) return
  const { origin } = request.headers
  const site = request.headers['sec-fetch-site']
  const isForeign =
    (origin !== undefined && !isOwn(origin, request, publicUrl)) ||
    (site !== undefined && site !== 'same-origin' && site !== 'none')
  if (isForeign) throw new Refusal('foreign_site')
}

/** The same for a form: any other site can make a browser post one, so a sign that it is ours has to be there. */
export function refuseUnlessOwnSite(request: FastifyRequest, publicUrl: string | undefined) {
  refuseForeignSite(request, publicUrl)
  const { origin } = request.headers
  // One that is there is ours by now.
  const isShown = origin !== undefined || request.headers['sec-fetch-site'] === 'same-origin'
  if (!isShown) throw new Refusal('foreign_site')
}

function isOwn(origin: string, request: FastifyRequest, publicUrl: string | undefined) {
  const sender = hostOf(origin)
  if (!sender) return false
  return sender === hostOf(`http://${request.host}`) || sender === (publicUrl && hostOf(publicUrl))
}
