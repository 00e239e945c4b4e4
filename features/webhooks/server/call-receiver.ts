import { createHmac } from 'node:crypto'
import { BlockList, isIP } from 'node:net'
import { answerMs, mostBytes, type CallFailure } from '#features/webhooks/rules.ts'
import { isPublicAddress } from '#platform/http/fetch-public.ts'
import { judgeConnection } from '#platform/http/judge-connection.ts'
import { ForbiddenAddress, openCall } from '#platform/http/reach-server.ts'

/** What a receiver answered: nothing of its words. */
export type CallOutcome = {
  status: number | null
  failure: CallFailure | null
  /** For so long it wants no other call, in milliseconds. */
  retryAfterMs: number | null
}

export type Message = {
  id: string
  body: string
  /** Of the request that caused it, where that is known. */
  requestId?: string | null
}

type Receiver = { url: string; secrets: string[] }

export type Reach = {
  /** The real hour: receivers refuse what was signed at another one. */
  now: Date
  /** Networks that may be called although nobody else reaches them, also without https. */
  networks: string[]
  /** Tests alone have names of their own. */
  lookUp?: (host: string) => Promise<{ address: string }[]>
}

const answersHeard = 64 * 1024

/** Whether an address lies in networks of one's own. */
export function isOwnAddress(address: string, networks: string[]): boolean {
  const own = new BlockList()
  for (const entry of networks) {
    const [network = '', bits] = entry.split('/')
    const family = isIP(network) === 4 ? 'ipv4' : 'ipv6'
    if (bits === undefined) own.addAddress(network, family)
    else own.addSubnet(network, Number(bits), family)
  }
  const family = isIP(address)
  return family !== 0 && own.check(address, family === 4 ? 'ipv4' : 'ipv6')
}

/** Whether an address is not called: what is not public must be in networks of one's own, and so without https. */
export function isRefusedAddress(
  address: string,
  { networks, isPlain }: { networks: string[]; isPlain: boolean },
): boolean {
  // A zone, as in `fe80::1%eth0`, is no part of any public address.
  if (address.includes('%')) return true
  return !isOwnAddress(address, networks) && (isPlain || !isPublicAddress(address))
}

/** `webhook-signature`: one signature for each secret, over id, time and body. */
export function signMessage({ id, body }: Message, secrets: string[], timestamp: number): string {
  const signed = `${id}.${timestamp}.${body}`
  const sign = (secret: string) =>
    createHmac('sha256', Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))
      .update(signed)
      .digest('base64')
  return secrets.map((secret) => `v1,${sign(secret)}`).join(' ')
}

/**
 * Calls a receiver once and never throws. Of all addresses that its name has none may be refused, and the line goes
 * to one that was looked at. It has fifteen seconds; what it says is not kept, and redirects are not followed.
 */
export async function callReceiver(
  { url, secrets }: Receiver,
  message: Message,
  { networks, lookUp, now }: Reach,
  stopped?: AbortSignal,
): Promise<CallOutcome> {
  const target = new URL(url)
  const isPlain = target.protocol === 'http:'
  const timestamp = Math.floor(now.getTime() / 1000)
  const headers = {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(message.body)),
    'user-agent': 'Greenroom',
    'webhook-id': message.id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signMessage(message, secrets, timestamp),
    ...(message.requestId && { 'x-request-id': message.requestId }),
  }
  const timeout = AbortSignal.timeout(answerMs)
  const signal = stopped ? AbortSignal.any([timeout, stopped]) : timeout
  const isForbidden = (address: string) => isRefusedAddress(address, { networks, isPlain })
  try {
    const opened = openCall(target, { method: 'POST', headers, body: message.body }, signal, {
      isForbidden,
      ...(lookUp && { lookUp }),
    })
    const response = await inTime(opened, signal)
    const { statusCode: status = 0 } = response
    // Its head is the answer. A little of the rest is taken, so that the receiver sees no broken line.
    let heard = 0
    response.on('error', () => {})
    response.on('data', (piece: Buffer) => {
      heard += piece.length
      if (heard > answersHeard) response.destroy()
    })
    const retryAfterMs = readRetryAfter(response.headers['retry-after'], now)
    if (status >= 200 && status < 300) return { status, failure: null, retryAfterMs: null }
    const failure = status >= 300 && status < 400 ? 'redirect' : 'status'
    return { status, failure, retryAfterMs }
  } catch (error) {
    return { status: null, failure: judge(error, signal), retryAfterMs: null }
  }
}

function judge(error: unknown, signal: AbortSignal): CallFailure {
  if (error instanceof ForbiddenAddress) return 'forbidden_address'
  if (signal.aborted) return 'no_answer'
  return judgeConnection(error) ?? 'broken'
}

/** Looking a name up takes no signal. What comes of it too late is nobody's. */
function inTime<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('no answer')), { once: true })
    work.then(resolve, reject)
  })
}

/** Seconds or a date, as HTTP has it. */
function readRetryAfter(text: string | undefined, now: Date): number | null {
  if (!text) return null
  const ms = /^\d{1,9}$/.test(text.trim()) ? Number(text) * 1000 : Date.parse(text) - now.getTime()
  return Number.isNaN(ms) || ms <= 0 ? null : ms
}

type About = {
  eventId: number | null
  registrationId: number | null
  personKey: string | null
  topic: string | null
}

/** What is sent: the type, when it happened, and what it is about, by numbers and the person's key alone. */
export function writeBody(type: string, occurredAt: Date, about: About): string {
  const data = Object.fromEntries(Object.entries(about).filter(([, value]) => value !== null))
  const body = JSON.stringify({ type, timestamp: occurredAt.toISOString(), data })
  if (Buffer.byteLength(body) > mostBytes) throw new Error('The body of a webhook is too long')
  return body
}
