import { lookup as lookUpHost } from 'node:dns/promises'
import { request as requestPlain, type IncomingMessage } from 'node:http'
import { request as requestSecure } from 'node:https'
import { BlockList, connect, isIP, type Socket } from 'node:net'
import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { TLSSocket } from 'node:tls'

/**
 * Servers that administrators name: a mail server may well stand in a private network, but what answers at
 * link-local addresses are machines' own services, such as a cloud's, which hands out its keys there.
 */
const forbidden = new BlockList()
for (const [network, bits, family] of [
  ['169.254.0.0', 16, 'ipv4'],
  // Metadata of Alibaba's and Oracle's clouds.
  ['100.100.100.200', 32, 'ipv4'],
  ['192.0.0.192', 32, 'ipv4'],
  ['fe80::', 10, 'ipv6'],
  // Amazon's by IPv6.
  ['fd00:ec2::', 32, 'ipv6'],
  // The same addresses as networks translate them.
  ['::169.254.0.0', 112, 'ipv6'],
  ['::ffff:169.254.0.0', 112, 'ipv6'],
  ['64:ff9b::169.254.0.0', 112, 'ipv6'],
  ['2002:a9fe::', 32, 'ipv6'],
] as const) {
  forbidden.addSubnet(network, bits, family)
}

/** Whether an IP address is one that no server of ours can have. */
export function isForbiddenAddress(address: string): boolean {
  const [plain = ''] = address.split('%')
  const family = isIP(plain)
  return family !== 0 && forbidden.check(plain, family === 4 ? 'ipv4' : 'ipv6')
}

/** The server's name leads to an address that is not called. */
export class ForbiddenAddress extends Error {
  override readonly name = 'ForbiddenAddress'

  constructor(host: string) {
    super(`${host} leads to an address that is not called`)
  }
}

/** For a client that looks the name up itself, and says what else is wrong: throws ForbiddenAddress, nothing else. */
export async function refuseForbidden(host: string): Promise<void> {
  const found = await lookUpHost(host, { all: true }).catch(() => [])
  if (found.some(({ address }) => isForbiddenAddress(address))) throw new ForbiddenAddress(host)
}

type Rules = {
  /** Which addresses are not called. */
  isForbidden?: (address: string) => boolean
  /** Tests alone have names of their own. */
  lookUp?: (host: string) => Promise<{ address: string }[]>
}

/** The address that a server is called at: of all that its name has none may be forbidden. */
export async function resolveServer(
  host: string,
  {
    isForbidden = isForbiddenAddress,
    lookUp = (name) => lookUpHost(name, { all: true }),
  }: Rules = {},
): Promise<string> {
  const found = await lookUp(host)
  const [first] = found
  if (!first || found.some(({ address }) => isForbidden(address))) throw new ForbiddenAddress(host)
  return first.address
}

/** A line to a server, to the very address that was looked at. */
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
  /** The clock of whoever answered. */
  date: Date | undefined
  /** Until when the certificate is good; over https alone. */
  certificateEnds: Date | undefined
}

type Sent = { method: string; headers: Record<string, string>; body?: string | Uint8Array }

/** A call over HTTP to the very address that was looked at, once its answer begins; redirects are not followed. */
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

/** The same with the whole answer. */
export async function callServer(url: URL, sent: Sent, signal: AbortSignal): Promise<ServerAnswer> {
  const response = await openCall(url, sent, signal)
  let size = 0
  response.on('data', (piece: Buffer) => {
    size += piece.length
    if (size > mostBytes) response.destroy(new Error('the answer is too long'))
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
