import { isIP, isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { invalidInput, Refusal } from '#platform/errors/refusal.ts'

/**
 * The address that visitors use, without a trailing slash: the setting's, else the request's own.
 * Throws 400 for a Host header that is more, or less, than a host and a port.
 */
export function publicOrigin(request: FastifyRequest): string {
  const { publicUrl } = request.server.deps.settings()
  if (publicUrl) return publicUrl
  const own = URL.parse(`${request.protocol}://${request.host}`)
  if (own && own.href === `${own.origin}/`) return own.origin
  throw malformedAddress('The Host header is not valid')
}

/** A call that names two hosts may mean one to the proxy before us and another one here. */
export function refuseTwoHosts({ raw: { rawHeaders } }: FastifyRequest) {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  if (hosts > 1) throw malformedAddress('There are two Host headers')
}

/** A 400 that names the address. */
export function malformedAddress(message: string) {
  return invalidInput([{ field: 'address', message }])
}

/** Whether a proxy says that it stands in between; anybody can say so. */
export function isForwarded({ headers }: FastifyRequest): boolean {
  return ['x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host', 'forwarded', 'via'].some(
    (name) => headers[name] !== undefined,
  )
}

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

/**
 * The addresses of `X-Forwarded-For` without ports, the nearest last. What is no address, and what is said to
 * stand before it, is left out: such a call counts as the proxy's that forwarded it.
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

/** Before anybody asks for `request.ip`: proxies write what they like. */
export function tidyForwardedAddresses({ raw: { headers } }: FastifyRequest) {
  const header = headers['x-forwarded-for']
  if (header === undefined) return
  const addresses = readForwardedAddresses([header].flat().join(','))
  if (addresses.length > 0) headers['x-forwarded-for'] = addresses.join(', ')
  else delete headers['x-forwarded-for']
}

/**
 * The key under which a client's calls are counted. An IPv6 customer owns a whole /64, so its first
 * four groups count as one address.
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
