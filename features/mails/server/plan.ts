import { sql } from 'drizzle-orm'
import type { EventRow } from '#features/events/server/event-rows.ts'
import type { TimeContext } from '#kernel/event-time.ts'
import type { Db, Transaction } from '#platform/db/open.ts'
import type { JobSender } from '#platform/jobs/jobs.ts'
import { runSteps } from '#platform/jobs/run-job.ts'
import { lacksJob } from '#platform/jobs/waiting-jobs.ts'
import { events } from '#schema/events.ts'
import {
  listDueNotifications,
  type DueNotification,
  hasOutboxEntry,
  selectRecipients,
} from './due.ts'

/**
 * Plans what the clock and the organiser's edits bring about: reminders, confirmed and moved dates,
 * cancellations, recordings. Running it again, or on two nodes at once, plans nothing twice. An event
 * that cannot be planned for holds up no other.
 */
export async function sweepMails(db: Db, jobs: JobSender, time: TimeContext) {
  const rows = await db.select().from(events)
  async function plan(event: (typeof rows)[number]) {
    for (const notification of listDueNotifications(event, time)) {
      await db.transaction((tx) => addDueOutboxEntries(tx, jobs, event, notification))
    }
  }
  await runSteps([
    ...rows.map((event) => [`event ${event.id}`, () => plan(event)] as const),
    ['lost jobs', () => requeueOutboxEntries(db, jobs)],
  ])
}

/**
 * One outbox entry and its job for everybody concerned who has none yet; one that was left out when it was
 * to be sent, and is owed again, waits anew. Those who have one are left out before the insert: each
 * conflict would take an id, at every sweep, and ids are not endless.
 */
async function addDueOutboxEntries(
  tx: Transaction,
  jobs: JobSender,
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

/**
 * Gives mails that still wait but have no job a new one: after a database was restored from an export,
 * which holds no queue, and where what carried them is gone with its event. A job names a mail by the
 * outbox entry that carries it, or carried it. The queue itself keeps a second job for the same mail out.
 */
async function requeueOutboxEntries(db: Db, jobs: JobSender): Promise<void> {
  const mail = sql`coalesce(d.carried_by, d.id)`
  await db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ deliveryId: number }>(sql`
      select distinct ${mail} as "deliveryId" from message_deliveries d
      where d.state in ('waiting', 'sending') and ${lacksJob('send-message', mail)} limit 1000`)
    await jobs.send(tx, 'send-message', rows)
  })
}
