import { eq } from 'drizzle-orm'
import type { Transaction } from '#server/db/open.ts'
import { mailingListMembers } from '#server/db/tables/mailing-list.ts'
import { users } from '#server/db/tables/people.ts'
import type { Jobs } from '#server/jobs/create-jobs.ts'

type Change = {
  email: string
  /** When they took an unsubscription back, if that is what happened. */
  resubscribedAt?: Date
}

/** Has MailerLite told of what an e-mail's owner just decided. Viewers without a row are not there. */
export async function enqueueSubscriberSync(
  tx: Transaction,
  jobs: Pick<Jobs, 'send'>,
  { email, resubscribedAt }: Change,
): Promise<void> {
  const [person] = await tx.select({ id: users.id }).from(users).where(eq(users.email, email))
  if (!person) return
  if (resubscribedAt) {
    await tx
      .insert(mailingListMembers)
      .values({ userId: person.id, resubscribedAt })
      .onConflictDoUpdate({ target: mailingListMembers.userId, set: { resubscribedAt } })
  }
  await jobs.send(tx, 'sync-subscriber', [{ userId: person.id }])
}
