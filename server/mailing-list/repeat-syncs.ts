import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'
import { mailingListMembers } from '#server/db/mailing-list-schema.ts'
import type { Jobs } from '#server/jobs/create-jobs.ts'
import { Refusal } from '#server/refusal.ts'
import { isTroubled } from './get-mailing-list.ts'

/**
 * Puts one person, or all who failed or hang between tries, back into the queue, due at once. Throws 409
 * where the one was told already.
 */
export async function repeatSyncs(
  db: Db,
  jobs: Pick<Jobs, 'send'>,
  userId?: number | null,
): Promise<{ people: number }> {
  const table = mailingListMembers
  return db.transaction(async (tx) => {
    const again = await tx
      .update(table)
      .set({ state: 'waiting', lastError: null })
      .where(and(isTroubled, userId ? eq(table.userId, userId) : undefined))
      .returning({ userId: table.userId })
    if (userId && again.length === 0) {
      throw new Refusal(409, 'There is nothing to try again: this person did not fail')
    }
    const keys = sql.param(again.map((person) => String(person.userId)))
    const { rows } = await tx.execute<{ key: string }>(sql`
      update jobs.job set start_after = now() where name = 'sync-subscriber' and state < 'active'
        and singleton_key = any(${keys}::text[]) returning singleton_key as key`)
    const open = new Set(rows.map(({ key }) => key))
    const lost = again.filter((person) => !open.has(String(person.userId)))
    await jobs.send(tx, 'sync-subscriber', lost)
    return { people: again.length }
  })
}
