import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * What a link in a mail is for. `join` and `seat` name a registration, the others the delivery that
 * carried them, and with it the person.
 */
export type LinkUse = 'join' | 'seat' | 'enter' | 'unsubscribe' | 'resubscribe'

function seal(secret: Buffer, use: LinkUse, id: number) {
  return createHmac('sha256', secret).update(`${use} ${id}`).digest().subarray(0, 18)
}

/** A token that only this server can make, the same at every call: `c1-Yk3…`, safe in an address. */
export function makeLinkToken(secret: Buffer, use: LinkUse, id: number): string {
  return `${id.toString(36)}-${seal(secret, use, id).toString('base64url')}`
}

/** The id in a token that was made for this use; undefined for any other text. */
export function readLinkToken(secret: Buffer, use: LinkUse, token: string): number | undefined {
  const [, idText, sealText] = /^([a-z0-9]{1,6})-([\w-]{24})$/.exec(token) ?? []
  if (!idText || !sealText) return undefined
  const id = Number.parseInt(idText, 36)
  if (!Number.isSafeInteger(id) || id < 1 || id > 2_147_483_647) return undefined
  return timingSafeEqual(seal(secret, use, id), Buffer.from(sealText, 'base64url')) ? id : undefined
}
