import type { Topic } from '#shared/messages.ts'
import type { Transaction } from '#server/db/open.ts'
import { unsubscriptions } from '#server/db/tables/people.ts'
import type { Jobs } from '#server/jobs/create-jobs.ts'
import { enqueueSubscriberSync } from './tell-mailing-list.ts'

/**
 * Notes a person's own decision not to hear from us. Nothing but their resubscribe link undoes it. With
 * `jobs` the mailing list is told; without, it is where we know it from.
 */
export async function noteUnsubscription(
  tx: Transaction,
  { email, topic }: { email: string; topic: Topic },
  jobs?: Pick<Jobs, 'send'>,
): Promise<void> {
  await tx.insert(unsubscriptions).values({ email, topic }).onConflictDoNothing()
  if (jobs && topic === 'news') await enqueueSubscriberSync(tx, jobs, { email })
}
