import { eq, sql } from 'drizzle-orm'
import type { Transaction } from '#server/db/open.ts'
import { events } from '#server/db/tables/events.ts'

/** Every node hears that the event's page changed: the database tells of rows of `events` that are written. */
export async function announceEventChange(tx: Transaction, eventId: number): Promise<void> {
  await tx
    .update(events)
    .set({ title: sql`title` })
    .where(eq(events.id, eventId))
}
