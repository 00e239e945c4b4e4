import { and, eq, inArray } from 'drizzle-orm'
import { confirmedStart } from '#shared/event-time.ts'
import type { Transaction } from '#server/db/open.ts'
import { eventRegistrations } from '#server/db/tables/people.ts'
import { zoomWebinarMappings } from '#server/db/tables/webinars.ts'
import type { EventRow } from '#server/events/event-row.ts'
import type { Jobs } from '#server/jobs/create-jobs.ts'

/**
 * Queues the webinar seats of somebody who is registered for these events, in the transaction that made them
 * so. Whether one is to be taken is decided again when it is; what is left out here the sweep finds.
 */
export async function enqueueWebinarSeats(
  tx: Transaction,
  jobs: Pick<Jobs, 'send' | 'takes'>,
  { userId, events }: { userId: number; events: EventRow[] },
): Promise<void> {
  if (!jobs.takes('take-webinar-seat')) return
  const dated = events.filter((event) => confirmedStart(event))
  if (dated.length === 0) return
  const rows = await tx
    .select({ registrationId: eventRegistrations.id })
    .from(eventRegistrations)
    .innerJoin(zoomWebinarMappings, eq(zoomWebinarMappings.eventId, eventRegistrations.eventId))
    .where(
      and(
        eq(eventRegistrations.userId, userId),
        eq(eventRegistrations.registrationType, 'confirmed'),
        eq(zoomWebinarMappings.isActive, true),
        inArray(
          eventRegistrations.eventId,
          dated.map(({ id }) => id),
        ),
      ),
    )
  await jobs.send(tx, 'take-webinar-seat', rows)
}
