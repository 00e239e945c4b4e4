import { eq, sql } from 'drizzle-orm'
import type { Audience } from '#kernel/audience-kinds.ts'
import { addApprovedEntries, selectNewcomers } from '#features/mails/server/enqueue-announcement.ts'
import { requeueMails } from '#features/mails/server/outbox.ts'
import { isReachable } from '#features/mails/server/bounces.ts'
import { isApproved } from '#features/mails/server/announcement-entries.ts'
import type { TimeContext } from '#kernel/event-time.ts'
import { writeAuditEntry } from '#platform/audit/write-audit-entry.ts'
import { withLongTimeouts } from '#platform/db/connection-limits.ts'
import type { Db, Transaction } from '#platform/db/open.ts'
import { invalidInput, Refusal } from '#platform/errors/refusal.ts'
import type { JobSender } from '#platform/jobs/jobs.ts'
import { announcements } from '#schema/announcements.ts'
import { readAudience } from './audiences.ts'
import {
  checkWritten,
  digestOf,
  lockAnnouncement,
  type AnnouncementRow,
  type Deed,
} from './written-announcement.ts'

/**
 * Approves an announcement for its present audience or, if it was approved before, for people who joined the
 * audience since. Adds each person once. Throws 409 if no test mail had the current text, or if the number of
 * added people differs from `count`, which the administrator saw.
 */
export async function approveAnnouncement(
  db: Db,
  id: number,
  { count, at }: { count: number; at?: string | null },
  { actor, time }: Deed,
): Promise<void> {
  await withLongTimeouts(() =>
    db.transaction(async (tx) => {
      const announcement = await lockAnnouncement(tx, id)
      const audience = announcement.audience as Audience
      await checkWritten(tx, { ...announcement, audience }, time)
      await requireTested(tx, announcement)
      const goesAt = await beginOf(tx, announcement, at ? new Date(at) : undefined, time.now)
      const added = await addNewcomers(tx, announcement, audience, time)
      if (added !== count) throw new Refusal('audience_changed', { count: added })
      if (added === 0 && !announcement.approvedAt) {
        const message = 'No one matches these recipients'
        throw invalidInput([{ field: 'count', message }])
      }
      await tx
        .update(announcements)
        .set({ approvedAt: announcement.approvedAt ?? time.now, goesAt })
        .where(eq(announcements.id, id))
      await tx.execute(sql`
        insert into announcement_recipients (outbox_entry_id, announcement_id)
        select d.id, d.announcement_id from outbox_entries d
        where d.announcement_id = ${id} and ${isApproved} on conflict do nothing`)
      await writeAuditEntry(tx, actor, {
        action: 'announcement_approved',
        subject: announcement.subject,
        details: { people: added },
        now: time.now,
      })
    }),
  )
}

/**
 * Returns the time at which sending begins. If mails to earlier recipients are still scheduled, new recipients get
 * theirs at the same time: throws 400 if `at` is another time, or in the past.
 */
async function beginOf(
  tx: Transaction,
  { id, goesAt }: AnnouncementRow,
  at: Date | undefined,
  now: Date,
): Promise<Date> {
  const refuse = (message: string) => invalidInput([{ field: 'at', message }])
  if (at && at < now) throw refuse('This time is in the past. Choose a later one, or Now.')
  const { rows } = await tx.execute(sql`select from outbox_entries d
    where d.announcement_id = ${id} and ${isApproved} and d.state in ('waiting', 'sending') limit 1`)
  if (!goesAt || rows.length === 0) return at ?? now
  if (at && at.getTime() !== goesAt.getTime()) {
    throw refuse('This announcement already has a time. New people get it at the same time.')
  }
  return goesAt
}

async function addNewcomers(
  tx: Transaction,
  { id, eventId, topic }: AnnouncementRow,
  audience: Audience,
  time: TimeContext,
): Promise<number> {
  const emails = await readAudience(tx, { audience, topic }, time)
  return addApprovedEntries(tx, { announcementId: id, eventId }, emails)
}

async function requireTested(tx: Transaction, announcement: AnnouncementRow) {
  const { rows } = await tx.execute<{ state: string }>(sql`
    select d.state from outbox_entries d where d.id = ${announcement.testedBy}`)
  const hasFailed = ['failed', 'skipped'].includes(rows[0]?.state ?? '')
  if (announcement.testedAs === digestOf(announcement) && !hasFailed) return
  throw new Refusal(
    'announcement_untested',
    hasFailed ? { message: 'The last test failed. Send another one first.' } : {},
  )
}

/** Returns the number of recipients whom approving the announcement now would add. */
export async function countNewcomers(db: Db, id: number, time: TimeContext): Promise<number> {
  const [found] = await db.select().from(announcements).where(eq(announcements.id, id))
  if (!found) throw new Refusal('no_such_announcement')
  const { topic } = found
  const emails = await readAudience(db, { audience: found.audience as Audience, topic }, time)
  const { rows } = await withLongTimeouts(() =>
    db.execute<{ count: number }>(
      sql`select count(*)::int as count from ${selectNewcomers(id, emails)} t`,
    ),
  )
  return rows[0]!.count
}

/** Stops or resumes sending an announcement. Throws 409 for a draft. */
export async function stopOrResume(
  db: Db,
  id: number,
  isStopped: boolean,
  { actor, time }: Deed,
): Promise<void> {
  await db.transaction(async (tx) => {
    const { approvedAt, stoppedAt, subject } = await lockAnnouncement(tx, id)
    if (!approvedAt) throw new Refusal('announcement_not_approved')
    if ((stoppedAt !== null) === isStopped) return
    await tx
      .update(announcements)
      .set({ stoppedAt: isStopped ? time.now : null })
      .where(eq(announcements.id, id))
    const action = isStopped ? 'announcement_stopped' : 'announcement_resumed'
    await writeAuditEntry(tx, actor, { action, subject, now: time.now })
  })
}

/** Queues the failed mails of an announcement again, except those to bouncing addresses; returns their number. */
export async function retryFailed(
  db: Db,
  jobs: JobSender,
  id: number,
  { actor, time }: Deed,
): Promise<number> {
  return db.transaction(async (tx) => {
    const { approvedAt, subject } = await lockAnnouncement(tx, id)
    if (!approvedAt) throw new Refusal('announcement_not_approved')
    const failed = sql`(select d.id from outbox_entries d cross join lateral (select d.email) u (email)
      where d.announcement_id = ${id} and ${isApproved} and d.state = 'failed' and ${isReachable})`
    const mails = await requeueMails(tx, jobs, failed, ['failed'])
    await writeAuditEntry(tx, actor, {
      action: 'announcement_retried',
      subject,
      details: { people: mails },
      now: time.now,
    })
    return mails
  })
}
