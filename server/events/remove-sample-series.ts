import { and, asc, eq, inArray, isNotNull } from 'drizzle-orm'
import { writeAuditEntry, type Actor } from '#server/audit/record-act.ts'
import type { Db } from '#server/db/open.ts'
import { events } from '#server/db/tables/events.ts'
import { eventRegistrations } from '#server/db/tables/people.ts'
import { Refusal } from '#server/refusal.ts'
import { forgetEvent } from './delete-event.ts'

/**
 * Removes every event of the sample series. Where people registered for some, throws 409 with their
 * number until it is given. Specification, "Sample series".
 */
export async function removeSampleSeries(
  db: Db,
  { confirmed, actor, now }: { confirmed?: number; actor: Actor; now: Date },
): Promise<{ events: number; registrations: number }> {
  return db.transaction(async (tx) => {
    const samples = await tx
      .select({ id: events.id, title: events.title })
      .from(events)
      .where(eq(events.isSample, true))
      .orderBy(asc(events.id))
      .for('update')
    const ids = samples.map(({ id }) => id)
    const registrations = await tx.$count(
      eventRegistrations,
      and(inArray(eventRegistrations.eventId, ids), isNotNull(eventRegistrations.userId)),
    )
    const removed = { events: samples.length, registrations }
    if (registrations > 0 && confirmed !== registrations) {
      const message = `The sample events have ${registrations} registrations, which would be deleted with them. Repeat with ?registrations=${registrations}.`
      throw new Refusal('samples_have_registrations', { message, ...removed })
    }
    for (const sample of samples) await forgetEvent(tx, sample)
    if (samples.length > 0) {
      await writeAuditEntry(tx, actor, { action: 'sample_removed', details: removed, now })
    }
    return removed
  })
}
