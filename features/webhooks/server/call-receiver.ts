import { createHmac } from 'node:crypto'
import { BlockList, isIP } from 'node:net'
import { answerMs, mostBytes, type CallFailure } from '#features/webhooks/rules.ts'
import type { FormAnswerValue } from '#kernel/form-questions.ts'
import { isPublicAddress } from '#platform/http/fetch-public.ts'
import { judgeConnection } from '#platform/http/judge-connection.ts'
import { ForbiddenAddress, openCall } from '#platform/http/reach-server.ts'

/** Result of one call to a webhook's URL. The text of the response is not stored. */
export type CallOutcome = {
  status: number | null
  failure: CallFailure | null
  /** Milliseconds until the next call, as requested by the receiver's `Retry-After`; null without one. */
  retryAfterMs: number | null
}

export type Message = {
  id: string
  body: string
  /** Id of the request to this site that caused the domain event; null if unknown. */
  requestId?: string | null
}

type Receiver = { url: string; secrets: string[] }

export type Reach = {
  /** The real time, not the time of a test's clock, because receivers reject signatures with another time. */
  now: Date
  /** Private networks that the operator allows webhooks to call, also by plain http. */
  networks: string[]
  /** Replaces the DNS look-up in tests. */
  lookUp?: (host: string) => Promise<{ address: string }[]>
}

const answersHeard = 64 * 1024

/** Returns whether an IP address is in one of the configured private networks. */
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

/**
 * Returns whether an IP address must not be called. Only in the configured private networks may addresses be
 * non-public or be called by http.
 */
export function isRefusedAddress(
  address: string,
  { networks, isPlain }: { networks: string[]; isPlain: boolean },
): boolean {
  // Forbid IP addresses with a zone, such as `fe80::1%eth0`: they are link-local.
  if (address.includes('%')) return true
  return !isOwnAddress(address, networks) && (isPlain || !isPublicAddress(address))
}

/** Returns the value of the header `webhook-signature`: for each secret, a signature of id, time and body. */
export function signMessage({ id, body }: Message, secrets: string[], timestamp: number): string {
  const signed = `${id}.${timestamp}.${body}`
  const sign = (secret: string) =>
    createHmac('sha256', Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))
      .update(signed)
      .digest('base64')
  return secrets.map((secret) => `v1,${sign(secret)}`).join(' ')
}

/**
 * Sends a message to a receiver once; never throws. Fails if any IP address of the host is forbidden, and otherwise
 * connects to an address that was checked. Waits at most 15 seconds, does not follow redirects, and discards the
 * response's body.
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
    const response = await withTimeout(opened, signal)
    const { statusCode: status = 0 } = response
    // Only the status of the response counts. Read up to 64 KB of its body nevertheless, so that most receivers do not
    // log an aborted connection.
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

/** Rejects when the signal aborts. DNS look-ups cannot be aborted, so a late result is ignored. */
function withTimeout<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('no answer')), { once: true })
    work.then(resolve, reject)
  })
}

/**
 * Returns the delay that the header `Retry-After` requests, in milliseconds; null if it requests none. The header
 * contains seconds or a date.
 */
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
  answers: Record<string, FormAnswerValue> | null
}

/**
 * Returns the body of a delivery as JSON: type, time, and the ids of event, registration, person and topic. Contains
 * no personal data besides the person's key and the answers in the registration form, which a body of more than
 * `mostBytes` leaves out.
 */
export function writeBody(type: string, occurredAt: Date, { answers, ...about }: About): string {
  const known = Object.fromEntries(Object.entries(about).filter(([, value]) => value !== null))
  const write = (data: object) =>
    JSON.stringify({ type, timestamp: occurredAt.toISOString(), data })
  const body = write(answers ? { ...known, answers } : known)
  return Buffer.byteLength(body) > mostBytes ? write(known) : body
}
