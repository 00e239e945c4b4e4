import { eq } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'
import { unsubscriptions } from '#server/db/schema.ts'
import { findLinkedDelivery } from './unsubscribe-by-link.ts'

/** Takes every unsubscription of the address back that a resubscribe link was sent to. */
export async function restoreSubscription(
  db: Db,
  deliveryId: number | undefined,
): Promise<{ email: string }> {
  const { email } = await findLinkedDelivery(db, deliveryId)
  await db.delete(unsubscriptions).where(eq(unsubscriptions.email, email))
  return { email }
}
