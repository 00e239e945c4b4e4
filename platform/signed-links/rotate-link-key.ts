import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import type { OpenDatabase } from '#platform/db/open.ts'
import { OperatorError } from '#platform/errors/operator-error.ts'
import { serverSecrets } from '#schema/platform.ts'
import { keyReadMs } from './signed-links.ts'

/**
 * Days for which links signed with an old key remain valid after a rotation. Mails for events up to a year ahead
 * contain links, and every mail contains an unsubscribe link.
 */
export const believedDays = 365

/**
 * Replaces the key that signs links. First, every node accepts the new key; then the nodes sign with it. Links signed
 * with the old key remain valid for `believedDays`, or with `atOnce` only until no node uses the old key. Throws during
 * another rotation.
 */
export async function rotateLinkKey(
  { db, kind }: Pick<OpenDatabase, 'db' | 'kind'>,
  { atOnce = false, waitMs = 2 * keyReadMs } = {},
): Promise<void> {
  const next = { name: 'links next', secret: randomBytes(32) }
  // Delete the new link key that an interrupted rotation left, and expired link keys.
  await db
    .delete(serverSecrets)
    .where(sql`until <= now() or (name = ${next.name} and until is null)`)
  const begun = await db
    .insert(serverSecrets)
    .values({ ...next, until: sql`now() + interval '2 minutes'` })
    .onConflictDoNothing()
    .returning({ name: serverSecrets.name })
  if (begun.length === 0) throw new OperatorError('Another rotation is running. Try again later.')
  // The embedded database has one process, so there is no other node to wait for.
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
