import { sql, type SQL } from 'drizzle-orm'
import type { SavedEvent } from '#features/events/server/edit-event.ts'
import { readSeatsLeft } from '#features/events/server/read-events.ts'
import { addSkippedEntries } from '#features/mails/server/enqueue.ts'
import { causeOf, type Actor } from '#platform/audit/write-audit-entry.ts'
import type { Transaction } from '#platform/db/open.ts'
import { recordSelected } from '#platform/domain-events/record-events.ts'
import { eventsOfRegistrations } from '#platform/domain-events/registrations.ts'
import { earlierKnown } from '#schema/columns.ts'

/**
 * When a limited event opens for registration, gives its seats to the pre-registered people in the order in which they
 * pre-registered; the others can join the waiting list. People who are in line already come first. The confirmation
 * mails are planned like other mails that a save causes, so that the organiser can stop them for two minutes. The
 * caller has locked the event's row.
 */
export async function confirmInOrder(
  tx: Transaction,
  { before, after }: Pick<SavedEvent, 'before' | 'after'>,
  { actor }: { actor: Actor },
): Promise<void> {
  const opens = before?.status === 'pre_registration' && after.status === 'upcoming'
  if (!opens || after.capacity === null) return
  const seatsLeft = await readSeatsLeft(tx, after.id)
  const { rows } = await tx.execute<{ id: number }>(sql`
    with first as (select id from event_registrations
      where event_id = ${after.id} and registration_type = 'pre_registration' and user_id is not null
      order by created_at, id limit ${seatsLeft})
    update event_registrations r set registration_type = 'confirmed' from first
    where r.id = first.id returning r.id`)
  if (rows.length === 0) return
  const which = sql`r.id = any(${sql.param(rows.map(({ id }) => id))}::int[])`
  await recordSelected(tx, eventsOfRegistrations('registration.upgraded', which, causeOf(actor)))
  await addSkippedEntries(
    tx,
    sql`select 'registration_confirmed', u.email, r.event_id
      from event_registrations r join users u on u.id = r.user_id where ${which}`,
    'Waits until the change of the event can no longer be undone',
  )
}

/**
 * Keeps the earlier first touch of a registration `r` and a place on the waiting list `w` of the same person, which is
 * about to be deleted. `isSeated` is an SQL condition that joins them.
 */
export async function keepFirstTouch(tx: Transaction, isSeated: SQL): Promise<void> {
  await tx.execute(sql`update event_registrations r set first_touch = ${earlierKnown('first_touch', 'r', 'w')}
    from waitlist_entries w where ${isSeated} and w.first_touch is not null`)
}
