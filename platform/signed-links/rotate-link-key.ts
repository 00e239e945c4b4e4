import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import type { OpenDatabase } from '#platform/db/open.ts'
import { OperatorError } from '#platform/errors/operator-error.ts'
import { serverSecrets } from '#schema/platform.ts'
import { keyReadMs } from './signed-links.ts'

/** As long as links are used: an event may be announced so far ahead, and old mails are unsubscribed from. */
export const believedDays = 365

/**
 * Gives links a new key to be signed with. Every node believes it before any signs with it. What the old one
 * signed is believed for `believedDays`; `atOnce`, until no node signs with it any more, and then nor is what
 * older ones signed. Throws where another rotation is under way.
 */
export async function rotateLinkKey(
  { db, kind }: Pick<OpenDatabase, 'db' | 'kind'>,
  { atOnce = false, waitMs = 2 * keyReadMs } = {},
): Promise<void> {
  const next = { name: 'links next', secret: randomBytes(32) }
  // A rotation that was cut off has left its next key behind.
  await db
    .delete(serverSecrets)
    .where(sql`until <= now() or (name = ${next.name} and until is null)`)
  const begun = await db
    .insert(serverSecrets)
    .values({ ...next, until: sql`now() + interval '2 minutes'` })
    .onConflictDoNothing()
    .returning({ name: serverSecrets.name })
  if (begun.length === 0) throw new OperatorError('Another rotation is under way. Try again later.')
  // The embedded database is this process's alone.
  const allHaveRead = () => (kind === 'postgres' ? setTimeout(waitMs) : undefined)
  await allHaveRead()
  await db.transaction(async (tx) => {
    await tx.delete(serverSecrets).where(eq(serverSecrets.name, next.name))
    await tx.execute(sql`insert into server_secrets (name, secret, until)
      select 'links before ' || gen_random_uuid(), secret, now() + make_interval(days => ${believedDays})
      from server_secrets where name = 'links'`)
    await tx
      .insert(serverSecrets)
      .values({ name: 'links', secret: next.secret })
      .onConflictDoUpdate({ target: serverSecrets.name, set: { secret: next.secret } })
  })
  if (!atOnce) return
  await allHaveRead()
  await db.delete(serverSecrets).where(sql`name like 'links %'`)
}
