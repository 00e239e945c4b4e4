import { count, type SQL } from 'drizzle-orm'
import { deliveryStates, type DeliveryState } from '#shared/messages.ts'
import type { Db } from '#server/db/open.ts'
import { messageDeliveries } from '#server/db/messages-schema.ts'

/** How many deliveries are in which state, all of them or those that match. */
export async function countDeliveries(db: Db, where?: SQL): Promise<Record<DeliveryState, number>> {
  const rows = await db
    .select({ state: messageDeliveries.state, number: count() })
    .from(messageDeliveries)
    .where(where)
    .groupBy(messageDeliveries.state)
  const numberOf = (state: DeliveryState) => rows.find((row) => row.state === state)?.number ?? 0
  return Object.fromEntries(deliveryStates.map((state) => [state, numberOf(state)])) as Record<
    DeliveryState,
    number
  >
}
