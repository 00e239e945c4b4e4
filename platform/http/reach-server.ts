import { lookup as lookUpHost } from 'node:dns/promises'
import { request as requestPlain, type IncomingMessage } from 'node:http'
import { request as requestSecure } from 'node:https'
import { BlockList, connect, isIP, type Socket } from 'node:net'
import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { TLSSocket } from 'node:tls'

/**
 * IP networks to which Greenroom refuses to connect when administrators enter a server's name. A mail server may be
 * in a private network, but link-local addresses belong to services of the machine, such as a cloud's metadata
 * server with credentials.
 */
const forbidden = new BlockList()
for (const [network, bits, family] of [
  ['169.254.0.0', 16, 'ipv4'],
  // Block the metadata servers of Alibaba Cloud and Oracle Cloud, which reveal credentials.
  ['100.100.100.200', 32, 'ipv4'],
  ['192.0.0.192', 32, 'ipv4'],
  ['fe80::', 10, 'ipv6'],
  // Block the metadata server of Amazon's cloud over IPv6, which reveals credentials.
  ['fd00:ec2::', 32, 'ipv6'],
  // Block IPv6 addresses that contain an IPv4 link-local address (169.254.0.0/16).
  ['::169.254.0.0', 112, 'ipv6'],
  ['::ffff:169.254.0.0', 112, 'ipv6'],
  ['64:ff9b::169.254.0.0', 112, 'ipv6'],
  ['2002:a9fe::', 32, 'ipv6'],
] as const) {
  forbidden.addSubnet(network, bits, family)
}

/** Returns whether connections to an IP address are forbidden. */
export function isForbiddenAddress(address: string): boolean {
  const [plain = ''] = address.split('%')
  const family = isIP(plain)
  return family !== 0 && forbidden.check(plain, family === 4 ? 'ipv4' : 'ipv6')
}

/** A server's name resolves to a forbidden IP address. */
export class ForbiddenAddress extends Error {
  override readonly name = 'ForbiddenAddress'

  constructor(host: string, kind = 'a link-local address') {
    super(`${host} resolves to ${kind}, which is not allowed`)
  }
}

/**
 * Throws ForbiddenAddress if a host name resolves to a forbidden IP address. Ignores DNS errors, which the caller
 * meets when it connects.
 */
export async function refuseForbidden(host: string): Promise<void> {
  const found = await lookUpHost(host, { all: true }).catch(() => [])
  if (found.some(({ address }) => isForbiddenAddress(address))) throw new ForbiddenAddress(host)
}

type Rules = {
  /**
   * Returns whether to refuse connections to an IP address. Default: the rule of this file; webhooks have a stricter
   * one.
   */
  isForbidden?: (address: string) => boolean
  /** Resolves a host name. Default: DNS; tests pass a function of their own. */
  lookUp?: (host: string) => Promise<{ address: string }[]>
}

/**
 * Returns the first IP address of a host name. Throws ForbiddenAddress if any of the name's addresses is forbidden.
 */
export async function resolveServer(
  host: string,
  { isForbidden, lookUp = (name) => lookUpHost(name, { all: true }) }: Rules = {},
): Promise<string> {
  const found = await lookUp(host)
  const [first] = found
  const isRefused = isForbidden ?? isForbiddenAddress
  if (!first || found.some(({ address }) => isRefused(address))) {
    throw new ForbiddenAddress(host, isForbidden && 'a private or reserved address')
  }
  return first.address
}

/** Opens a TCP connection to a server. Checks the IP addresses of its name and connects to a checked address. */
export async function reachServer(
  { host, port }: { host: string; port: number },
  signal: AbortSignal,
): Promise<Socket> {
  const address = await resolveServer(host)
  signal.throwIfAborted()
  const socket = connect({ host: address, port, noDelay: true })
  try {
    await once(socket, 'connect', { signal })
  } catch (error) {
    socket.destroy()
    throw error
  }
  return socket
}

const mostBytes = 64 * 1024

export type ServerAnswer = {
  status: number
  body: Buffer
  /** Time of the response by the server's clock, from its Date header. */
  date: Date | undefined
  /** When the server's TLS certificate expires; https only. */
  certificateEnds: Date | undefined
}

type Sent = { method: string; headers: Record<string, string>; body?: string | Uint8Array }

/**
 * Sends an HTTP request to a server. Checks the IP addresses of its name and connects to a checked address.
 * Resolves when the response headers arrive. Does not follow redirects.
 */
export async function openCall(
  url: URL,
  { method, headers, body }: Sent,
  signal: AbortSignal,
  rules: Rules = {},
): Promise<IncomingMessage> {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const address = await resolveServer(host, rules)
  signal.throwIfAborted()
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const send = url.protocol === 'https:' ? requestSecure : requestPlain
  const options = {
    method,
    headers: { ...headers, host: url.host },
    signal,
    agent: false,
    host: address,
    port: url.port || undefined,
    path: `${url.pathname}${url.search}`,
    ...(url.protocol === 'https:' && !isIP(host) && { servername: host }),
  }
  const request = send(options, resolve)
  request.on('error', reject)
  request.end(body)
  return promise
}

/** Sends an HTTP request as openCall does and reads the whole response, at most 64 KiB. */
export async function callServer(url: URL, sent: Sent, signal: AbortSignal): Promise<ServerAnswer> {
  const response = await openCall(url, sent, signal)
  let size = 0
  response.on('data', (piece: Buffer) => {
    size += piece.length
    if (size > mostBytes) response.destroy(new Error('the response is too large'))
  })
  const { statusCode: status = 0, headers, socket } = response
  const certificateEnds =
    socket instanceof TLSSocket ? readInstant(socket.getPeerCertificate().valid_to) : undefined
  const date = readInstant(headers.date)
  return { status, date, certificateEnds, body: await buffer(response) }
}

function readInstant(written: string | undefined): Date | undefined {
  const instant = new Date(written ?? '')
  return Number.isNaN(instant.getTime()) ? undefined : instant
}
