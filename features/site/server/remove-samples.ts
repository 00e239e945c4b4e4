import { and, asc, eq, inArray, isNotNull } from 'drizzle-orm'
import { deleteEventRows } from '#features/events/server/delete-event.ts'
import { causeOf, writeAuditEntry, type Deed } from '#platform/audit/write-audit-entry.ts'
import type { Db } from '#platform/db/open.ts'
import type { SiteContent } from '#platform/deps.ts'
import { Refusal } from '#platform/errors/refusal.ts'
import { events } from '#schema/events.ts'
import { eventRegistrations } from '#schema/registrations.ts'
import { removeSampleSite } from './sample-site.ts'

/**
 * Removes the sample events, and the sample content of the site. If people registered for sample events, throws 409
 * with the number of their registrations unless `confirmed` is set.
 */
export async function removeSamples(
  db: Db,
  {
    confirmed,
    actor,
    now,
    siteLock,
  }: Deed & Pick<SiteContent, 'siteLock'> & { confirmed?: number },
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
    const cause = causeOf(actor)
    for (const sample of samples) await deleteEventRows(tx, sample, { cause })
    await removeSampleSite(tx, { actor, now }, { siteLock })
    if (samples.length > 0) {
      await writeAuditEntry(tx, actor, { action: 'sample_removed', details: removed, now })
    }
    return removed
  })
}
