import { and, eq, inArray } from 'drizzle-orm'
import type { Topic } from '#shared/messages.ts'
import type { Db } from '#server/db/open.ts'
import { unsubscriptions } from '#server/db/schema.ts'
import type { Jobs } from '#server/jobs/create-jobs.ts'
import { tellMailingList } from '#server/mailing-list/tell-mailing-list.ts'
import { readTopics } from './resubscribe-topics.ts'
import { findLinkedDelivery } from './unsubscribe-by-link.ts'

/**
 * Takes back what a resubscribe link was asked for, or the topics named: an older decision about the
 * other topic stays, and is answered as `stillLeft`. Throws 404 for a link that is gone.
 */
export async function restoreSubscription(
  db: Db,
  deliveryId: number | undefined,
  { jobs, now }: { jobs: Pick<Jobs, 'send'>; now: Date },
  chosen?: Topic[] | null,
): Promise<{ email: string; topics: Topic[]; stillLeft: Topic[] }> {
  return db.transaction(async (tx) => {
    const { email, occasion } = await findLinkedDelivery(tx, deliveryId)
    const topics = chosen ?? readTopics(occasion)
    const ofPerson = eq(unsubscriptions.email, email)
    const taken = await tx
      .delete(unsubscriptions)
      .where(and(ofPerson, inArray(unsubscriptions.topic, topics)))
      .returning({ topic: unsubscriptions.topic })
    if (taken.some(({ topic }) => topic === 'news')) {
      await tellMailingList(tx, jobs, { email, resubscribedAt: now })
    }
    const left = await tx
      .select({ topic: unsubscriptions.topic })
      .from(unsubscriptions)
      .where(ofPerson)
    return { email, topics, stillLeft: left.map(({ topic }) => topic) }
  })
}
