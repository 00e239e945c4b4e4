import { sql } from 'drizzle-orm'
import type { Transaction } from '#server/db/open.ts'
import type { EventRow } from '#server/events/event-row.ts'
import type { Jobs } from '#server/jobs/create-jobs.ts'
import type { DueNotification } from './list-due-matters.ts'
import { hasOutboxEntry } from './who-is-concerned.ts'
import { selectRecipients } from './who-is-owed.ts'

/**
 * One outbox entry and its job for everybody concerned who has none yet; one that was left out when it was
 * to be sent, and is owed again, waits anew. Those who have one are left out before the insert: each
 * conflict would take an id, at every sweep, and ids are not endless.
 */
export async function addDueOutboxEntries(
  tx: Transaction,
  jobs: Pick<Jobs, 'send'>,
  event: EventRow,
  notification: DueNotification,
): Promise<number> {
  const { kind, dedupeKey } = notification
  const own = sql`d.kind = ${kind} and d.occasion = ${dedupeKey} and d.state <> 'skipped'`
  const { rows } = await tx.execute<{ id: number }>(sql`
    insert into message_deliveries (kind, email, event_id, occasion)
    select ${kind}, u.email, r.event_id, ${dedupeKey} ${selectRecipients(event, notification)}
      and not ${hasOutboxEntry(own)}
    on conflict on constraint message_deliveries_once_unique do update
      set state = 'waiting', carried_by = null, last_error = null
      where message_deliveries.state = 'skipped'
    returning id`)
  await jobs.send(
    tx,
    'send-message',
    rows.map(({ id }) => ({ deliveryId: id })),
  )
  return rows.length
}
