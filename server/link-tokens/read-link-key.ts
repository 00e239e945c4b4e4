import { createSecretKey, randomBytes, type KeyObject } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'
import { serverSecrets } from '#server/db/tables/messages.ts'

export type LinkKey = {
  /** Ready for use: bytes would be made a key for each signature, which takes longer than signing. */
  secret: KeyObject
  /** Until then signatures named an id alone: such links still open rows made before. */
  bareUntil: Date | null
}

const kept = new WeakMap<Db, Promise<LinkKey>>()

/** The key of the links in mails: made once for a database, the same on every node and after restarts. */
export function readLinkKey(db: Db): Promise<LinkKey> {
  const known = kept.get(db)
  if (known) return known
  const reading = readOrMake(db)
  kept.set(db, reading)
  reading.catch(() => kept.delete(db))
  return reading
}

async function readOrMake(db: Db): Promise<LinkKey> {
  const name = 'links'
  await db
    .insert(serverSecrets)
    .values({ name, secret: randomBytes(32) })
    .onConflictDoNothing()
  const [row] = await db.select().from(serverSecrets).where(eq(serverSecrets.name, name))
  if (!row) throw new Error('the key of the links could not be made')
  return { secret: createSecretKey(row.secret), bareUntil: row.bareUntil }
}
