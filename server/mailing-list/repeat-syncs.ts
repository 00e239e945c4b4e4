import { and, eq } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'
import { mailingListMembers } from '#server/db/tables/mailing-list.ts'
import type { Jobs } from '#server/jobs/create-jobs.ts'
import { retryJobs } from '#server/jobs/repeat-jobs.ts'
import { Refusal } from '#server/refusal.ts'
import { isTroubled } from './get-mailing-list.ts'

/**
 * Puts one person, or all who failed or hang between tries, back into the queue, due at once. Throws 409
 * where the one was told already.
 */
export async function retrySyncs(
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
      throw new Refusal('nothing_to_repeat', {
        message: 'There is nothing to try again: this person did not fail',
      })
    }
    await retryJobs(tx, jobs, 'sync-subscriber', again)
    return { people: again.length }
  })
}
