import { createHmac, randomBytes } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { lt, sql } from 'drizzle-orm'
import type { Db, Transaction } from '#platform/db/open.ts'
import { clientAddressKey } from '#platform/http/origin.ts'
import { visitorKeys } from '#schema/sources.ts'

/** Returns the network of an IP address: /24 for IPv4, /48 for IPv6. */
export function shortenAddress(address: string): string {
  const plain = address.replace(/^::ffff:(?=[\d.]+$)/i, '')
  if (!isIPv6(plain)) return `${plain.split('.').slice(0, 3).join('.')}.0/24`
  return `${clientAddressKey(plain).split(':').slice(0, 3).join(':')}::/48`
}

/** Returns a visitor's pseudonym, which only the day's secret can connect with the network and the browser. */
export function markVisitor(secret: Buffer, address: string, userAgent: string): string {
  const hmac = createHmac('sha256', secret)
  return hmac.update(`${shortenAddress(address)}\n${userAgent}`).digest('base64url')
}

/** Returns the secret of a day's pseudonyms, which all nodes share. The first caller of the day creates it. */
export async function readVisitorSecret(tx: Transaction, day: string): Promise<Buffer> {
  const [row] = await tx
    .insert(visitorKeys)
    .values({ day, secret: randomBytes(32) })
    .onConflictDoUpdate({ target: visitorKeys.day, set: { day: sql`excluded.day` } })
    .returning({ secret: visitorKeys.secret })
  return row!.secret
}

/** Deletes the secrets and pseudonyms of past days. */
export async function sweepVisitors(db: Db, today: string): Promise<void> {
  await db.delete(visitorKeys).where(lt(visitorKeys.day, today))
}
