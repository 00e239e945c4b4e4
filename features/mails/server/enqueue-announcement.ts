import { randomUUID } from 'node:crypto'
import { eq, sql, type SQL } from 'drizzle-orm'
import type { Transaction } from '#platform/db/open.ts'
import { highPriority, type JobSender } from '#platform/jobs/jobs.ts'
import { outboxEntries } from '#schema/mails.ts'
import { isApproved } from './announcement-entries.ts'
import { isReachable } from './bounces.ts'
import { readNotifications, type NotificationRow } from './record.ts'

/**
 * Creates outbox entries of announcements: for the recipients after approval, for test mails, and for
 * previews.
 */

type About = { announcementId: number; eventId: number | null }

/**
 * Returns SQL for those of `emails` to whom the announcement must still be sent: no mail to them is in the outbox, or
 * it was skipped and their email does not bounce.
 */
export function selectNewcomers(announcementId: number, emails: SQL): SQL {
  return sql`(select u.email from ${emails} u left join outbox_entries d
      on d.announcement_id = ${announcementId}::int and d.email = u.email and ${isApproved}
    where d.id is null or d.state = 'skipped' and ${isReachable})`
}

/**
 * Adds one outbox entry for each address that `emails` selects, in one statement. feed.ts queues the
 * sending jobs later, at the sending rate. Returns the number of entries added.
 */
export async function addApprovedEntries(
  tx: Transaction,
  { announcementId, eventId }: About,
  emails: SQL,
): Promise<number> {
  const added = await tx.execute(sql`
    insert into outbox_entries (kind, email, event_id, dedupe_key, announcement_id)
    select 'announcement', t.email, ${eventId}::int, ${String(announcementId)}, ${announcementId}::int
    from ${selectNewcomers(announcementId, emails)} t order by t.email
    on conflict on constraint outbox_entries_once_unique do update
      set state = 'waiting', last_error = null
      where outbox_entries.state = 'skipped'`)
  return added.rowCount ?? 0
}

async function addTestEntry(tx: Transaction, { announcementId, eventId }: About, email: string) {
  const dedupeKey = `${announcementId} test ${randomUUID()}`
  const [added] = await tx
    .insert(outboxEntries)
    .values({ kind: 'announcement', email, eventId, dedupeKey, announcementId, isTest: true })
    .returning({ id: outboxEntries.id })
  return added!.id
}

/** Queues a test mail of an announcement to one address; returns the id of its outbox entry. */
export async function enqueueTest(
  tx: Transaction,
  jobs: JobSender,
  about: About,
  email: string,
): Promise<number> {
  const outboxEntryId = await addTestEntry(tx, about, email)
  await jobs.send(tx, 'send-message', [{ outboxEntryId }], highPriority)
  return outboxEntryId
}

/**
 * Returns the data from which an announcement's mail to one person is composed, for a preview. To get exactly what
 * sending would read, inserts an outbox entry, reads it and deletes it.
 */
export async function readAsSent(
  tx: Transaction,
  about: About,
  email: string,
): Promise<NotificationRow[]> {
  const id = await addTestEntry(tx, about, email)
  const found = await readNotifications(tx, [id])
  await tx.delete(outboxEntries).where(eq(outboxEntries.id, id))
  return found
    .get(id)!
    .map((row) => ({ ...row, outboxEntry: { ...row.outboxEntry, isTest: false } }))
}
