import { eq } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'
import { unsubscriptions } from '#server/db/schema.ts'
import type { Jobs } from '#server/jobs/create-jobs.ts'
import { tellMailingList } from '#server/mailing-list/tell-mailing-list.ts'
import { findLinkedDelivery } from './unsubscribe-by-link.ts'

/** Takes every unsubscription of the address back that a resubscribe link was sent to. */
export async function restoreSubscription(
  db: Db,
  deliveryId: number | undefined,
  { jobs, now }: { jobs: Pick<Jobs, 'send'>; now: Date },
): Promise<{ email: string }> {
  return db.transaction(async (tx) => {
    const { email } = await findLinkedDelivery(tx, deliveryId)
    const left = await tx
      .delete(unsubscriptions)
      .where(eq(unsubscriptions.email, email))
      .returning({ topic: unsubscriptions.topic })
    if (left.some(({ topic }) => topic === 'news')) {
      await tellMailingList(tx, jobs, { email, resubscribedAt: now })
    }
    return { email }
  })
}
