import { randomUUID } from 'node:crypto'
import { eq, sql, type SQL } from 'drizzle-orm'
import type { Transaction } from '#platform/db/open.ts'
import { promptly, type JobSender } from '#platform/jobs/jobs.ts'
import { outboxEntries } from '#schema/mails.ts'
import { makeTestKey } from './announcement-entries.ts'
import { readNotifications, type NotificationRow } from './record.ts'

/** The outbox entries of announcements: for everybody it is approved for, to try it, and to look at it. */

type About = { announcementId: number; eventId: number | null }

/**
 * Fixes in one statement who gets an announcement, of all whom `emails` selects: who has an entry already gets
 * no second one. Their jobs come at the pace of feed.ts. Answers how many are added.
 */
export async function addApprovedEntries(
  tx: Transaction,
  { announcementId, eventId }: About,
  emails: SQL,
): Promise<number> {
  const added = await tx.execute(sql`
    insert into message_deliveries (kind, email, event_id, occasion, announcement_id)
    select 'announcement', t.email, ${eventId}::int, ${String(announcementId)}, ${announcementId}::int
    from ${emails} t where not exists (select from message_deliveries d
      where d.announcement_id = ${announcementId}::int and d.email = t.email
        and d.occasion = ${String(announcementId)})
    order by t.email on conflict do nothing`)
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

/** Sends it to one address, before it goes to anybody else; answers the entry's number. */
export async function enqueueTest(
  tx: Transaction,
  jobs: JobSender,
  about: About,
  email: string,
): Promise<number> {
  const outboxEntryId = await addTestEntry(tx, about, email)
  await jobs.send(tx, 'send-message', [{ deliveryId: outboxEntryId }], promptly)
  return outboxEntryId
}

/** What its mail to an address is made of, read as when it is sent; nothing of that stays. */
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
