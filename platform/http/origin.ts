import { isIP, isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { invalidInput, Refusal } from '#platform/errors/refusal.ts'

/**
 * Returns the site's public origin without a trailing slash: PUBLIC_URL if set, else the origin of the request.
 * Throws 400 if the Host header is not a host and a port.
 */
export function publicOrigin(request: FastifyRequest): string {
  const { publicUrl } = request.server.deps.settings()
  if (publicUrl) return publicUrl
  const own = URL.parse(`${request.protocol}://${request.host}`)
  if (own && own.href === `${own.origin}/`) return own.origin
  throw malformedAddress('The Host header is not valid')
}

/**
 * Throws 400 for a request with two Host headers, because a proxy in front may have checked the one that this server
 * ignores.
 */
export function refuseTwoHosts({ raw: { rawHeaders } }: FastifyRequest) {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  if (hosts > 1) throw malformedAddress('There are two Host headers')
}

/** Returns a 400 refusal about the request's URL. */
export function malformedAddress(message: string) {
  return invalidInput([{ field: 'address', message }])
}

/** Returns whether a request has headers of a proxy. Clients can forge these headers. */
export function isForwarded({ headers }: FastifyRequest): boolean {
  return ['x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host', 'forwarded', 'via'].some(
    (name) => headers[name] !== undefined,
  )
}

const reading = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Returns host and port of an Origin header, such as `example.org:8080`. Returns undefined for the value `null` and for
 * malformed values.
 */
function hostOf(origin: string) {
  return URL.parse(origin)?.host || undefined
}

/**
 * Throws 403 for a state-changing request that a page of another site made the browser send (CSRF). A request
 * without `Origin` and `Sec-Fetch-Site` comes from a program, which sends no cookies of a victim.
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

/**
 * Throws 403 for a form post unless its headers show that a page of this site sent it, because any site can make a
 * browser post a form.
 */
export function refuseUnlessOwnSite(request: FastifyRequest, publicUrl: string | undefined) {
  refuseForeignSite(request, publicUrl)
  const { origin } = request.headers
  // An Origin header, if there is one, is correct: refuseForeignSite has checked it before.
  const isShown = origin !== undefined || request.headers['sec-fetch-site'] === 'same-origin'
  if (!isShown) throw new Refusal('foreign_site')
}

function isOwn(origin: string, request: FastifyRequest, publicUrl: string | undefined) {
  const sender = hostOf(origin)
  if (!sender) return false
  return sender === hostOf(`http://${request.host}`) || sender === (publicUrl && hostOf(publicUrl))
}

/**
 * Returns the IP addresses in `X-Forwarded-For` without ports, nearest proxy last. Ignores the last invalid entry
 * and all entries before it.
 */
function readForwardedAddresses(header: string): string[] {
  const addresses = header.split(',').map(withoutPort)
  return addresses.slice(addresses.findLastIndex((address) => isIP(address) === 0) + 1)
}

function withoutPort(written: string) {
  const address = written.trim()
  const [, inBrackets] = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(address) ?? []
  return inBrackets ?? address.replace(/^([\d.]+):\d{1,5}$/, '$1')
}

/**
 * Rewrites the header `X-Forwarded-For`, which proxies write in various formats, to plain IP addresses. Call this
 * before Fastify computes `request.ip` from the header.
 */
export function tidyForwardedAddresses({ raw: { headers } }: FastifyRequest) {
  const header = headers['x-forwarded-for']
  if (header === undefined) return
  const addresses = readForwardedAddresses([header].flat().join(','))
  if (addresses.length > 0) headers['x-forwarded-for'] = addresses.join(', ')
  else delete headers['x-forwarded-for']
}

/**
 * Returns the rate limit key of a client's IP address. An IPv6 customer owns a /64 network, so IPv6 addresses with
 * the same first four groups have the same key.
 */
export function clientAddressKey(ip: string) {
  const plain = ip.replace(/^::ffff:(?=[\d.]+$)/i, '')
  if (!isIPv6(plain)) return plain
  const [head = '', tail] = plain.split('%')[0]!.split('::')
  const left = head ? head.split(':') : []
  const right = tail ? tail.split(':') : []
  const zeros = tail === undefined ? [] : Array<string>(8 - left.length - right.length).fill('0')
  const groups = [...left, ...zeros, ...right].slice(0, 4)
  return `${groups.map((group) => parseInt(group, 16).toString(16)).join(':')}::/64`
}
