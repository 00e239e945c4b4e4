import { eq } from 'drizzle-orm'
import { writeAuditEntry, type Actor } from '#server/audit/record-act.ts'
import type { Db } from '#server/db/open.ts'
import { eventCrew } from '#server/db/tables/crew.ts'
import { Refusal } from '#server/refusal.ts'
import { readTitle } from './read-title.ts'

/**
 * Takes somebody out of a crew. Their link names the row, so it is dead from that moment on, and what
 * waits to be told them is left out. Throws 404. Specification, "Crew".
 */
export async function removeCrewMember(
  db: Db,
  id: number,
  { actor, now }: { actor: Actor; now: Date },
): Promise<{ id: number }> {
  return db.transaction(async (tx) => {
    const [gone] = await tx.delete(eventCrew).where(eq(eventCrew.id, id)).returning()
    if (!gone) throw new Refusal('no_such_crew_member')
    const { eventId, role } = gone
    const subject = await readTitle(tx, eventId)
    await writeAuditEntry(tx, actor, {
      action: 'crew_removed',
      subject,
      details: { eventId, role },
      now,
    })
    return { id }
  })
}
