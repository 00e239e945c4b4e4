import { createHmac, timingSafeEqual, type KeyObject } from 'node:crypto'
import type { LinkKey } from './read-link-key.ts'

/**
 * What a link in a mail is for. `join` and `seat` name a registration, `crew` one of an event's crew, the
 * others the outbox entry that carried them, and with it the person.
 */
export type LinkUse = 'join' | 'seat' | 'crew' | 'enter' | 'unsubscribe' | 'resubscribe'

/** Beside them, what a Message-ID is made with, so that a report about a mail shows to be one. */
type ReportUse = 'report'

/** Beside them, what a code by mail is made for: too short to be a signature, and bound to its browser. */
type CodeUse = 'code'

/** The row that a link names. A restored copy gives an id out again, but not to the same person then. */
export type LinkTarget = { id: number; email: string; createdAt: Date }

function digest(secret: KeyObject, words: string) {
  return createHmac('sha256', secret).update(words).digest().subarray(0, 18)
}

function signature(
  secret: KeyObject,
  use: LinkUse | ReportUse | CodeUse,
  { id, email, createdAt }: LinkTarget,
) {
  return digest(secret, JSON.stringify([use, id, email, createdAt.getTime()]))
}

/** A token that only this server can make, the same at every call: `c1-Yk3…`, safe in an address. */
export function makeLinkToken(
  { secret }: LinkKey,
  use: LinkUse | ReportUse,
  target: LinkTarget,
): string {
  return `${target.id.toString(36)}-${signature(secret, use, target).toString('base64url')}`
}

/** The id that a token names and its signature; undefined for any other text. */
export function parseLinkToken(token: string): { id: number; signature: Buffer } | undefined {
  const [, idText, signatureText] = /^([a-z0-9]{1,6})-([\w-]{24})$/.exec(token) ?? []
  if (!idText || !signatureText) return undefined
  const id = Number.parseInt(idText, 36)
  if (!Number.isSafeInteger(id) || id < 1 || id > 2_147_483_647) return undefined
  return { id, signature: Buffer.from(signatureText, 'base64url') }
}

/**
 * Whether a signature was made for this use and this very row. Signatures of before the upgrade named the id
 * alone, and hold for the rows of that time.
 */
export function isSignedFor(
  { secret, bareUntil }: LinkKey,
  use: LinkUse | ReportUse,
  target: LinkTarget,
  found: Buffer,
): boolean {
  if (timingSafeEqual(signature(secret, use, target), found)) return true
  const isOfBefore = bareUntil !== null && target.createdAt < bareUntil
  return isOfBefore && timingSafeEqual(digest(secret, `${use} ${target.id}`), found)
}

/** Six digits that only this server can tell, the same at every call for the same row. */
export function makeCode({ secret }: LinkKey, target: LinkTarget): string {
  return String(signature(secret, 'code', target).readUIntBE(0, 6) % 1_000_000).padStart(6, '0')
}
