import { createHmac, timingSafeEqual } from 'node:crypto'

/** How far a call's timestamp may be from our clock, either way. */
const windowMs = 5 * 60_000
const signatureHeader = 'x-zm-signature'
const timestampHeader = 'x-zm-request-timestamp'

type Headers = Record<string, string | string[] | undefined>

function seal(secret: string, words: string | Buffer) {
  return createHmac('sha256', secret).update(words).digest('hex')
}

/** The headers' signature; undefined where they are no call of Zoom's about now. */
export function readZoomSignature(headers: Headers, now: Date) {
  const signature = headers[signatureHeader]
  const timestamp = headers[timestampHeader]
  if (typeof signature !== 'string' || !/^v0=[0-9a-f]{64}$/.test(signature)) return undefined
  if (typeof timestamp !== 'string' || !/^\d{10}$/.test(timestamp)) return undefined
  const age = now.getTime() - Number(timestamp) * 1000
  return Math.abs(age) <= windowMs ? { signature, timestamp } : undefined
}

/**
 * Whether Zoom signed these very bytes with our secret, just now. Specification, "Seats in
 * webinars".
 */
export function isSignedByZoom(secret: string, headers: Headers, raw: Buffer, now: Date): boolean {
  const found = readZoomSignature(headers, now)
  if (!found) return false
  const words = Buffer.concat([Buffer.from(`v0:${found.timestamp}:`), raw])
  return timingSafeEqual(Buffer.from(`v0=${seal(secret, words)}`), Buffer.from(found.signature))
}

/** What Zoom wants to hear when it checks the address. */
export function answerChallenge(secret: string, plainToken: string) {
  return { plainToken, encryptedToken: seal(secret, plainToken) }
}

/** The token of such a check; undefined for any other call. */
export function readChallenge(body: unknown): string | undefined {
  const { event, payload } = (body ?? {}) as { event?: unknown; payload?: { plainToken?: unknown } }
  if (event !== 'endpoint.url_validation') return undefined
  return typeof payload?.plainToken === 'string' ? payload.plainToken : undefined
}
