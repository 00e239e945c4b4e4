import { eq } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'
import { mailingListMembers } from '#server/db/tables/mailing-list.ts'
import { MailerliteError } from './mailerlite-error.ts'
import type { Member } from './read-member.ts'
import type { SaveContext } from './save-subscriber.ts'

/**
 * Tells MailerLite that a person unsubscribed here. Whom it does not know it is not told of. Throws a
 * MailerliteError.
 */
export async function unsubscribeMember(
  db: Db,
  { client, now, signal }: Pick<SaveContext, 'client' | 'now' | 'signal'>,
  { userId, email, row }: Member,
): Promise<void> {
  const subscriberId = await unsubscribe()
  await db
    .update(mailingListMembers)
    .set({
      state: 'left',
      told: null,
      syncedAt: now,
      lastError: null,
      ...(subscriberId && { subscriberId }),
    })
    .where(eq(mailingListMembers.userId, userId))

  async function unsubscribe() {
    try {
      if (row?.subscriberId) return (await client.unsubscribe(row.subscriberId, signal)).id
      const { id, status } = await client.findSubscriber(email, signal)
      const isThere = status === 'active' || status === 'unconfirmed'
      return isThere ? (await client.unsubscribe(id, signal)).id : id
    } catch (error) {
      if (error instanceof MailerliteError && error.fault === 'missing') return undefined
      throw error
    }
  }
}
