import { eq } from 'drizzle-orm'
import type { Transaction } from '#server/db/open.ts'
import { events } from '#server/db/tables/events.ts'
import { liveStates, zoomWebinarMappings } from '#server/db/tables/webinars.ts'
import { Refusal } from '#server/refusal.ts'

export function unknownEvent(eventId: number) {
  return new Refusal('no_such_event', { message: `There is no event with the number ${eventId}` })
}

/** The event and its webinar, held until the transaction ends; imports may go on referring to it. */
export async function lockEvent(tx: Transaction, eventId: number) {
  const [event] = await tx.select().from(events).where(eq(events.id, eventId)).for('no key update')
  if (!event) throw unknownEvent(eventId)
  const [mapping] = await tx
    .select({ webinarId: zoomWebinarMappings.webinarId })
    .from(zoomWebinarMappings)
    .where(eq(zoomWebinarMappings.eventId, eventId))
  const [heard] = await tx.select().from(liveStates).where(eq(liveStates.eventId, eventId))
  return { event, webinarId: mapping?.webinarId ?? null, heard: heard ?? null }
}
