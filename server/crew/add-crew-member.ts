import type { addCrewMember as contract, CrewMember } from '#shared/contract/crew.ts'
import type { BodyOf } from '#shared/contract/endpoint.ts'
import { writeAuditEntry, type Actor } from '#server/audit/record-act.ts'
import type { Db } from '#server/db/open.ts'
import { eventCrew } from '#server/db/tables/crew.ts'
import { lockEvent } from '#server/events/lock-event.ts'
import type { Jobs } from '#server/jobs/create-jobs.ts'
import { addOutboxEntries } from '#server/messages/add-deliveries.ts'
import { Refusal } from '#server/refusal.ts'
import { readCrewMember } from './list-crew.ts'

type Context = { actor: Actor; jobs: Pick<Jobs, 'send'>; now: Date }

/**
 * Takes somebody into the crew of an event and sends them their link, in one transaction. They register
 * for nothing by it. Throws 404, and 409 for an address that is in it already. Specification, "Crew".
 */
export async function addCrewMember(
  db: Db,
  eventId: number,
  { name, email, role }: BodyOf<typeof contract>,
  { actor, jobs, now }: Context,
): Promise<CrewMember> {
  const added = await db.transaction(async (tx) => {
    const { event } = await lockEvent(tx, eventId)
    const [row] = await tx
      .insert(eventCrew)
      .values({ eventId, name, email, role, createdAt: now })
      .onConflictDoNothing()
      .returning()
    if (!row) throw new Refusal('crew_member_known')
    // Named by the row: whoever is added again is told again, with the link that works now.
    const dedupeKey = String(row.id)
    await addOutboxEntries(tx, jobs, [{ kind: 'crew_added', email, eventId, dedupeKey }])
    const details = { eventId, role }
    await writeAuditEntry(tx, actor, { action: 'crew_added', subject: event.title, details, now })
    return row
  })
  return readCrewMember(db, added.id)
}
