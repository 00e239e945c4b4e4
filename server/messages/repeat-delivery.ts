import { and, eq, inArray, or, sql } from 'drizzle-orm'
import type { DeliveryRow } from '#shared/contract/messages.ts'
import type { Db } from '#server/db/open.ts'
import { messageDeliveries } from '#server/db/messages-schema.ts'
import type { Jobs } from '#server/jobs/create-jobs.ts'
import { Refusal } from '#server/refusal.ts'
import { promptly } from './add-deliveries.ts'
import { readDelivery } from './list-deliveries.ts'

const repeatable = ['waiting', 'failed', 'unknown', 'kept'] as const

/**
 * Puts a delivery back into the queue, due at once. Throws 404 for an unknown one and 409 for one that
 * was sent, is being sent or was left out on purpose.
 */
export async function repeatDelivery(
  db: Db,
  jobs: Pick<Jobs, 'send'>,
  id: number,
): Promise<DeliveryRow> {
  const { kept: _, ...asked } = await readDelivery(db, id)
  await db.transaction(async (tx) => {
    const [row] = await tx
      .select({ carriedBy: messageDeliveries.carriedBy })
      .from(messageDeliveries)
      .where(eq(messageDeliveries.id, id))
    const carrier = row?.carriedBy ?? id
    const own = or(eq(messageDeliveries.id, carrier), eq(messageDeliveries.carriedBy, carrier))
    const changed = await tx
      .update(messageDeliveries)
      .set({ state: 'waiting' })
      .where(and(own, inArray(messageDeliveries.state, [...repeatable])))
      .returning({ id: messageDeliveries.id })
    if (changed.length === 0) {
      throw new Refusal(409, `This message is not to be sent again: it is ${asked.state}`)
    }
    await tx.execute(sql`update jobs.job set start_after = now()
      where name = 'send-message' and singleton_key = ${String(carrier)} and state < 'active'`)
    await jobs.send(tx, 'send-message', [{ deliveryId: carrier }], { priority: promptly })
  })
  const { kept: __, ...delivery } = await readDelivery(db, id)
  return delivery
}
