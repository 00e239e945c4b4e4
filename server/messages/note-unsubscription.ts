import type { Topic } from '#shared/messages.ts'
import type { Transaction } from '#server/db/open.ts'
import { unsubscriptions } from '#server/db/schema.ts'

/** Notes a person's own decision not to hear from us. Nothing but their resubscribe link undoes it. */
export async function noteUnsubscription(
  tx: Transaction,
  { email, topic }: { email: string; topic: Topic },
): Promise<void> {
  await tx.insert(unsubscriptions).values({ email, topic }).onConflictDoNothing()
}
