import { createHmac, timingSafeEqual } from 'node:crypto'

const form = /^[0-9a-f]{64}$/i

/** Whether a `Signature` header could be one at all. */
export function mayBeSignature(header: unknown): header is string {
  return typeof header === 'string' && form.test(header)
}

/** Whether the header is the HMAC-SHA256 of the body's own bytes; compared in constant time. */
export function isSignedWith(secret: string, header: unknown, raw: Buffer): boolean {
  if (!mayBeSignature(header)) return false
  const expected = createHmac('sha256', secret).update(raw).digest()
  return timingSafeEqual(expected, Buffer.from(header, 'hex'))
}
