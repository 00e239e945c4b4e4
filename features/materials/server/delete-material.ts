import { and, eq } from 'drizzle-orm'
import { lockEvent } from '#features/events/server/event-rows.ts'
import { causeOf, writeAuditEntry, type Deed } from '#platform/audit/write-audit-entry.ts'
import type { Db } from '#platform/db/open.ts'
import { recordEvents } from '#platform/domain-events/record-events.ts'
import { Refusal } from '#platform/errors/refusal.ts'
import { materials } from '#schema/materials.ts'

/** Deletes a link or file of an event. Throws 404 for an unknown event or material. */
export async function deleteMaterial(
  db: Db,
  { eventId, id }: { eventId: number; id: number },
  { actor, now }: Deed,
) {
  return db.transaction(async (tx) => {
    const { event } = await lockEvent(tx, eventId)
    const [gone] = await tx
      .delete(materials)
      .where(and(eq(materials.id, id), eq(materials.eventId, eventId)))
      .returning({ title: materials.title, kind: materials.kind })
    if (!gone) throw new Refusal('no_such_material')
    await recordEvents(tx, [{ type: 'event.changed', eventId }], causeOf(actor))
    await writeAuditEntry(tx, actor, {
      action: 'material_removed',
      subject: event.title,
      details: { eventId, ...gone },
      now,
    })
    return { id }
  })
}
