import { eq } from 'drizzle-orm'
import type { Transaction } from '#server/db/open.ts'
import { zoomWebinarMappings } from '#server/db/tables/webinars.ts'

/**
 * Maps an event to a webinar or meeting (`zoom-room.ts`), null to none; undefined leaves the mapping
 * alone. Specification, "Events".
 */
export async function changeWebinar(
  tx: Transaction,
  eventId: number,
  webinarId: string | null | undefined,
  now: Date,
): Promise<void> {
  if (webinarId === undefined) return
  if (webinarId === null) {
    await tx.delete(zoomWebinarMappings).where(eq(zoomWebinarMappings.eventId, eventId))
    return
  }
  await tx
    .insert(zoomWebinarMappings)
    .values({ eventId, webinarId })
    .onConflictDoUpdate({
      target: zoomWebinarMappings.eventId,
      set: { webinarId, isActive: true, updatedAt: now },
    })
}
