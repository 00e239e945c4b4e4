import { eq, inArray } from 'drizzle-orm'
import type { MessageKind } from '#shared/messages.ts'
import type { Transaction } from '#server/db/open.ts'
import { messageDeliveries } from '#server/db/tables/messages.ts'
import { promptly, type Jobs } from '#server/jobs/create-jobs.ts'

export type NewDelivery = {
  kind: MessageKind
  email: string
  eventId?: number
  occasion?: string
  /** By the database's clock unless given. */
  createdAt?: Date
}

/**
 * Plans what a person is told by what they just did: one mail for all of it. What they were told
 * before is left out, but for what was left out of its mail; with nothing left there is no mail. Inside
 * the transaction that causes it.
 */
export async function addDeliveries(
  tx: Transaction,
  jobs: Pick<Jobs, 'send'>,
  wanted: NewDelivery[],
): Promise<void> {
  if (wanted.length === 0) return
  const table = messageDeliveries
  const added = await tx
    .insert(messageDeliveries)
    .values(wanted)
    .onConflictDoUpdate({
      target: [table.kind, table.email, table.eventId, table.occasion],
      set: { state: 'waiting', carriedBy: null, lastError: null },
      setWhere: eq(table.state, 'skipped'),
    })
    .returning({ id: messageDeliveries.id, kind: messageDeliveries.kind })
  const inOrder = wanted.flatMap(({ kind }) => added.filter((row) => row.kind === kind))
  const [carrier, ...carried] = [...new Set(inOrder.map(({ id }) => id))]
  if (carrier === undefined) return
  if (carried.length > 0) {
    await tx
      .update(messageDeliveries)
      .set({ carriedBy: carrier })
      .where(inArray(messageDeliveries.id, carried))
  }
  await jobs.send(tx, 'send-message', [{ deliveryId: carrier }], promptly)
}
