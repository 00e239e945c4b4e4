import { eq } from 'drizzle-orm'
import { topicOf, type Topic } from '#shared/messages.ts'
import type { Db, Transaction } from '#server/db/open.ts'
import { messageDeliveries } from '#server/db/tables/messages.ts'
import type { Jobs } from '#server/jobs/create-jobs.ts'
import { noteUnsubscription } from '#server/mailing-list/note-unsubscription.ts'
import { Refusal } from '#server/refusal.ts'

/** The delivery behind a link; throws 404 where it is gone. */
export async function findLinkedDelivery(db: Db | Transaction, deliveryId: number | undefined) {
  const [delivery] = await db
    .select({
      email: messageDeliveries.email,
      kind: messageDeliveries.kind,
      occasion: messageDeliveries.occasion,
    })
    .from(messageDeliveries)
    .where(eq(messageDeliveries.id, deliveryId ?? 0))
  if (!delivery)
    throw new Refusal('unknown_link', {
      message: 'This link is not valid. Please use the one in your last mail.',
    })
  return delivery
}

/**
 * Unsubscribes from what the mail was about, or from the topics named. Effective at once; a repetition
 * changes nothing.
 */
export async function unsubscribeByLink(
  db: Db,
  jobs: Pick<Jobs, 'send'>,
  deliveryId: number | undefined,
  chosen?: Topic[],
): Promise<{ email: string; topics: Topic[] }> {
  return db.transaction(async (tx) => {
    const { email, kind } = await findLinkedDelivery(tx, deliveryId)
    const topics = chosen ?? [topicOf(kind) ?? 'news']
    for (const topic of topics) await noteUnsubscription(tx, { email, topic }, jobs)
    return { email, topics }
  })
}
