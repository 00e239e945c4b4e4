import { eq } from 'drizzle-orm'
import { topicOf, type Topic } from '#shared/messages.ts'
import type { Db, Transaction } from '#server/db/open.ts'
import { outboxEntries } from '#server/db/tables/messages.ts'
import type { Jobs } from '#server/jobs/create-jobs.ts'
import { noteUnsubscription } from '#server/mailing-list/note-unsubscription.ts'
import { Refusal } from '#server/refusal.ts'

/** The outbox entry behind a link; throws 404 where it is gone. */
export async function findLinkedOutboxEntry(
  db: Db | Transaction,
  outboxEntryId: number | undefined,
) {
  const [outboxEntry] = await db
    .select({
      email: outboxEntries.email,
      kind: outboxEntries.kind,
      dedupeKey: outboxEntries.dedupeKey,
    })
    .from(outboxEntries)
    .where(eq(outboxEntries.id, outboxEntryId ?? 0))
  if (!outboxEntry)
    throw new Refusal('unknown_link', {
      message: 'This link is not valid. Please use the one in your last mail.',
    })
  return outboxEntry
}

/**
 * Unsubscribes from what the mail was about, or from the topics named. Effective at once; a repetition
 * changes nothing.
 */
export async function unsubscribeByLink(
  db: Db,
  jobs: Pick<Jobs, 'send'>,
  outboxEntryId: number | undefined,
  chosen?: Topic[],
): Promise<{ email: string; topics: Topic[] }> {
  return db.transaction(async (tx) => {
    const { email, kind } = await findLinkedOutboxEntry(tx, outboxEntryId)
    const topics = chosen ?? [topicOf(kind) ?? 'news']
    for (const topic of topics) await noteUnsubscription(tx, { email, topic }, jobs)
    return { email, topics }
  })
}
