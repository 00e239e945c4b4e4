import { and, eq, inArray } from 'drizzle-orm'
import type { Topic } from '#shared/messages.ts'
import type { Db, Transaction } from '#server/db/open.ts'
import { unsubscriptions } from '#server/db/tables/people.ts'
import type { Jobs } from '#server/jobs/create-jobs.ts'
import { enqueueSubscriberSync } from '#server/mailing-list/tell-mailing-list.ts'
import { readTopics } from './resubscribe-topics.ts'
import { findLinkedOutboxEntry } from './unsubscribe-by-link.ts'

/**
 * Takes back what a resubscribe link was asked for, or the topics named: an older decision about the
 * other topic stays, and is answered as `stillLeft`. Throws 404 for a link that is gone.
 */
export async function restoreSubscription(
  db: Db,
  outboxEntryId: number | undefined,
  { jobs, now }: { jobs: Pick<Jobs, 'send'>; now: Date },
  chosen?: Topic[] | null,
): Promise<{ email: string; topics: Topic[]; stillLeft: Topic[] }> {
  return db.transaction(async (tx) => {
    const { email, dedupeKey } = await findLinkedOutboxEntry(tx, outboxEntryId)
    const topics = chosen ?? readTopics(dedupeKey)
    await takeBackTopics(tx, { email, topics, now }, jobs)
    return { email, topics, stillLeft: await listTopicsLeft(tx, email) }
  })
}

/** Writes to an address about these topics again; its owner has shown that it is theirs. */
export async function takeBackTopics(
  tx: Transaction,
  { email, topics, now }: { email: string; topics: readonly Topic[]; now: Date },
  jobs: Pick<Jobs, 'send'>,
): Promise<void> {
  const taken = await tx
    .delete(unsubscriptions)
    .where(and(eq(unsubscriptions.email, email), inArray(unsubscriptions.topic, [...topics])))
    .returning({ topic: unsubscriptions.topic })
  if (taken.some(({ topic }) => topic === 'news')) {
    await enqueueSubscriberSync(tx, jobs, { email, resubscribedAt: now })
  }
}

/** What an address unsubscribed from. */
export async function listTopicsLeft(db: Db | Transaction, email: string): Promise<Topic[]> {
  const left = await db
    .select({ topic: unsubscriptions.topic })
    .from(unsubscriptions)
    .where(eq(unsubscriptions.email, email))
  return left.map(({ topic }) => topic)
}
