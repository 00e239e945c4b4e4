import { eq, and, inArray } from 'drizzle-orm'
import { noteUnsubscriptions, enqueueSubscriberSync } from '#features/newsletter/server/consents.ts'
import { endSeries } from '#features/newsletter/server/series-subscriptions.ts'
import { topics as allTopics, type Topic } from '#kernel/values.ts'
import type { Db, Transaction } from '#platform/db/open.ts'
import { recordEvents } from '#platform/domain-events/record-events.ts'
import { Refusal } from '#platform/errors/refusal.ts'
import type { JobSender } from '#platform/jobs/jobs.ts'
import { outboxEntries } from '#schema/mails.ts'
import { unsubscriptions } from '#schema/newsletter.ts'
import { people } from '#schema/people.ts'
import type { MailKinds } from './mail-kind.ts'

/** Returns the outbox entry whose mail contained a link; throws 404 if the entry was deleted. */
export async function findLinkedOutboxEntry(
  db: Db | Transaction,
  outboxEntryId: number | undefined,
) {
  const [outboxEntry] = await db
    .select({
      email: outboxEntries.email,
      kind: outboxEntries.kind,
      topics: outboxEntries.topics,
    })
    .from(outboxEntries)
    .where(eq(outboxEntries.id, outboxEntryId ?? 0))
  if (!outboxEntry)
    throw new Refusal('unknown_link', {
      message: 'This link is not valid. Please use the one in your latest email.',
    })
  return outboxEntry
}

/**
 * Unsubscribes the reader of a mail from the mail's topic, or from the topics in `chosen`, immediately. A mail about a
 * series registration ends that instead, and the returned `topics` are empty. Idempotent.
 */
export async function unsubscribeByLink(
  db: Db,
  { jobs, kinds }: { jobs: JobSender; kinds: MailKinds },
  outboxEntryId: number | undefined,
  chosen?: Topic[],
): Promise<{ email: string; topics: Topic[] }> {
  return db.transaction(async (tx) => {
    const { email, kind } = await findLinkedOutboxEntry(tx, outboxEntryId)
    if (!chosen && kinds[kind].endsSeries) {
      await endSeries(tx, email)
      return { email, topics: [] }
    }
    const topics = chosen ?? [kinds[kind].topic ?? 'news']
    await noteUnsubscriptions(tx, { email, topics, cause: 'person' }, jobs)
    return { email, topics }
  })
}

/**
 * Subscribes a reader again to the topics of a resubscribe link, or to those in `chosen`. `stillLeft` lists the
 * topics from which the reader is still unsubscribed. Throws 404 for an unknown link.
 */
export async function restoreSubscription(
  db: Db,
  outboxEntryId: number | undefined,
  { jobs, now }: { jobs: JobSender; now: Date },
  chosen?: Topic[] | null,
): Promise<{ email: string; topics: Topic[]; stillLeft: Topic[] }> {
  return db.transaction(async (tx) => {
    const linked = await findLinkedOutboxEntry(tx, outboxEntryId)
    const { email } = linked
    const topics = chosen ?? linked.topics ?? [...allTopics]
    await restoreTopics(tx, { email, topics, now }, jobs)
    return { email, topics, stillLeft: await listTopicsLeft(tx, email) }
  })
}

/** Subscribes the owner of a verified email address to these topics again. */
export async function restoreTopics(
  tx: Transaction,
  { email, topics, now }: { email: string; topics: readonly Topic[]; now: Date },
  jobs: JobSender,
): Promise<void> {
  const taken = await tx
    .delete(unsubscriptions)
    .where(and(eq(unsubscriptions.email, email), inArray(unsubscriptions.topic, [...topics])))
    .returning({ topic: unsubscriptions.topic })
  const [person] = await tx.select({ key: people.key }).from(people).where(eq(people.email, email))
  const resubscribed = { type: 'person.resubscribed' as const, personKey: person?.key }
  await recordEvents(
    tx,
    taken.map(({ topic }) => ({ ...resubscribed, topic })),
    'person',
  )
  if (taken.some(({ topic }) => topic === 'news')) {
    await enqueueSubscriberSync(tx, jobs, { email, resubscribedAt: now })
  }
}

/** Returns the topics from which an email address is unsubscribed. */
export async function listTopicsLeft(db: Db | Transaction, email: string): Promise<Topic[]> {
  const left = await db
    .select({ topic: unsubscriptions.topic })
    .from(unsubscriptions)
    .where(eq(unsubscriptions.email, email))
  return left.map(({ topic }) => topic)
}
