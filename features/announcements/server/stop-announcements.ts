import { sql } from 'drizzle-orm'
import { isApproved } from '#features/mails/server/announcement-entries.ts'
import type { Db } from '#platform/db/open.ts'

/**
 * Stops every announcement that somebody still waits for, in a database that was loaded: who got it since the copy
 * was made is not known there. Answers how many; an administrator goes on with each.
 */
export async function stopAnnouncements(db: Db, now: Date): Promise<number> {
  const stopped = await db.execute(sql`
    update announcements a set stopped_at = ${now.toISOString()}::timestamptz
    where a.approved_at is not null and a.stopped_at is null
      and exists (select from message_deliveries d where d.announcement_id = a.id and ${isApproved}
        and d.state in ('waiting', 'sending'))`)
  return stopped.rowCount ?? 0
}

/** The same in words for whoever loaded it; empty for none. */
export function describeStopped(count: number): string {
  if (count === 0) return ''
  const [were, them] =
    count === 1 ? ['1 announcement was', 'it'] : [`${count} announcements were`, 'them']
  return `${were} under way and stopped: look at who got ${them}, then go on in the admin area.`
}
