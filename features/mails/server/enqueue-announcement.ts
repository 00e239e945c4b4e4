import { randomUUID } from 'node:crypto'
import { eq, sql, type SQL } from 'drizzle-orm'
import type { Transaction } from '#platform/db/open.ts'
import { highPriority, type JobSender } from '#platform/jobs/jobs.ts'
import { outboxEntries } from '#schema/mails.ts'
import { isApproved, makeTestKey } from './announcement-entries.ts'
import { isReachable } from './bounces.ts'
import { readNotifications, type NotificationRow } from './record.ts'

/** Creates outbox entries of announcements: for approved recipients, tests and previews. */

type About = { announcementId: number; eventId: number | null }

/**
 * Returns SQL for the emails among `emails` that have no entry yet, or whose entry was skipped and is
 * applicable again; skipped bounces are excluded.
 */
export function selectNewcomers(announcementId: number, emails: SQL): SQL {
  return sql`(select u.email from ${emails} u left join outbox_entries d
      on d.announcement_id = ${announcementId}::int and d.email = u.email and ${isApproved}
    where d.id is null or d.state = 'skipped' and ${isReachable})`
}

/**
 * Adds one entry for each email that `emails` selects, in one statement. feed.ts queues their jobs at the
 * sending rate. Returns the number of entries.
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
  const dedupeKey = makeTestKey(announcementId, randomUUID())
  const [added] = await tx
    .insert(outboxEntries)
    .values({ kind: 'announcement', email, eventId, dedupeKey, announcementId })
    .returning({ id: outboxEntries.id })
  return added!.id
}

/** Adds a test to one address; returns the id of its entry. */
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
 * Returns the data of an announcement's mail to an address as the sender would read it, by rolling back a
 * temporary entry.
 */
export async function readAsSent(
  tx: Transaction,
  about: About,
  email: string,
): Promise<NotificationRow[]> {
  const id = await addTestEntry(tx, about, email)
  const found = await readNotifications(tx, [id])
  await tx.delete(outboxEntries).where(eq(outboxEntries.id, id))
  const dedupeKey = String(about.announcementId)
  return found.get(id)!.map((row) => ({ ...row, outboxEntry: { ...row.outboxEntry, dedupeKey } }))
}
