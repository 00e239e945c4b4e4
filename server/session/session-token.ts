import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits, 43 characters. */
export function newSessionToken() {
  return randomBytes(32).toString('base64url')
}

/** What the database keeps of a token. */
export function hashSessionToken(token: string) {
  return createHash('sha256').update(token).digest('hex')
}
