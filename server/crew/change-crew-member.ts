import { eq } from 'drizzle-orm'
import type { changeCrewMember as contract, CrewMember } from '#shared/contract/crew.ts'
import type { BodyOf } from '#shared/contract/endpoint.ts'
import { writeAuditEntry, type Actor } from '#server/audit/record-act.ts'
import type { Db } from '#server/db/open.ts'
import { eventCrew } from '#server/db/tables/crew.ts'
import { readCrewMember } from './list-crew.ts'
import { readTitle } from './read-title.ts'

/** Changes name or role; the link stays as it is. Throws 404. Specification, "Crew". */
export async function changeCrewMember(
  db: Db,
  id: number,
  changes: BodyOf<typeof contract>,
  { actor, now }: { actor: Actor; now: Date },
): Promise<CrewMember> {
  return db.transaction(async (tx) => {
    const before = await readCrewMember(tx, id)
    const { name = before.name, role = before.role } = changes
    await tx.update(eventCrew).set({ name, role }).where(eq(eventCrew.id, id))
    const fields = [
      ...(name === before.name ? [] : ['name']),
      ...(role === before.role ? [] : ['role']),
    ]
    if (fields.length > 0) {
      const { eventId } = before
      const details = { eventId, fields, role }
      const subject = await readTitle(tx, eventId)
      await writeAuditEntry(tx, actor, { action: 'crew_changed', subject, details, now })
    }
    return readCrewMember(tx, id)
  })
}
