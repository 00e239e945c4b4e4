import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import type { OpenDatabase } from '#platform/db/open.ts'
import { serverSecrets } from '#schema/platform.ts'
import { keyReadMs } from './signed-links.ts'

/** As long as links are used: an event may be announced so far ahead, and old mails are unsubscribed from. */
export const believedDays = 365

/**
 * Gives links a new key to be signed with. Every node believes it before any signs with it. What the old one
 * signed is believed for `believedDays`, or no longer, `atOnce`; then nor is what older ones signed.
 */
export async function rotateLinkKey(
  { db, kind }: Pick<OpenDatabase, 'db' | 'kind'>,
  { atOnce = false, waitMs = 2 * keyReadMs } = {},
): Promise<void> {
  const next = { name: 'links next', secret: randomBytes(32) }
  await db.delete(serverSecrets).where(sql`until <= now()`)
  await db
    .insert(serverSecrets)
    .values(next)
    .onConflictDoUpdate({ target: serverSecrets.name, set: { secret: next.secret } })
  // The embedded database is this process's alone.
  if (kind === 'postgres') await setTimeout(waitMs)
  await db.transaction(async (tx) => {
    await tx.delete(serverSecrets).where(eq(serverSecrets.name, next.name))
    if (atOnce) await tx.delete(serverSecrets).where(sql`name like 'links %'`)
    else {
      await tx.execute(sql`insert into server_secrets (name, secret, until)
        select 'links before ' || gen_random_uuid(), secret, now() + make_interval(days => ${believedDays})
        from server_secrets where name = 'links'`)
    }
    await tx
      .insert(serverSecrets)
      .values({ name: 'links', secret: next.secret })
      .onConflictDoUpdate({ target: serverSecrets.name, set: { secret: next.secret } })
  })
}
