import { sql } from 'drizzle-orm'
import { writeAuditEntry } from '#platform/audit/write-audit-entry.ts'
import type { Db } from '#platform/db/open.ts'

/**
 * Stops announcements that were being sent when the restored backup was made. The backup does not record who
 * got the mail after that, so these people would get it twice. An organiser checks and resumes each
 * announcement. Returns a sentence about this for the organiser; undefined if none was stopped.
 */
export async function stopAfterCopy(db: Db, now: Date): Promise<string | undefined> {
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ subject: string }>(sql`
      update announcements a set stopped_at = ${now.toISOString()}::timestamptz
      where a.approved_at is not null and a.stopped_at is null and exists (
        select from announcement_recipients n join outbox_entries d on d.id = n.outbox_entry_id
        where n.announcement_id = a.id and d.state in ('waiting', 'sending'))
      returning a.subject`)
    for (const { subject } of rows) {
      await writeAuditEntry(tx, null, { action: 'announcement_stopped', subject, now })
    }
    if (rows.length === 0) return undefined
    const [what, it] =
      rows.length === 1 ? ['1 announcement is', 'it'] : [`${rows.length} announcements are`, 'them']
    return `${what} stopped: some people may have got ${it} since the backup was made. Resume at /admin/email.`
  })
}
