import { eq } from 'drizzle-orm'
import type { Transaction } from '#server/db/open.ts'
import { events } from '#server/db/tables/events.ts'

/** What the log calls an event. */
export async function readTitle(tx: Transaction, eventId: number): Promise<string> {
  const [event] = await tx
    .select({ title: events.title })
    .from(events)
    .where(eq(events.id, eventId))
  return event?.title ?? ''
}
