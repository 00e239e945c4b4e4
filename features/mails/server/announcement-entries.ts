import { sql } from 'drizzle-orm'

/** Distinguishes outbox entries of approved announcements from those of test mails, by their dedupe keys. */

/** SQL: the outbox entry `d` belongs to an approved announcement and is not a test mail. */
export const isApproved = sql`(d.announcement_id is not null and d.dedupe_key = d.announcement_id::text)`

/** Returns whether an outbox entry belongs to an approved announcement and is not a test mail. */
export function isApprovedEntry(entry: { announcementId: number | null; dedupeKey: string }) {
  return entry.announcementId !== null && entry.dedupeKey === String(entry.announcementId)
}

const testKey = /^\d+ test /

/** Returns the dedupe key of an announcement's test mail; `name` distinguishes several test mails. */
export function makeTestKey(announcementId: number, name: string): string {
  return `${announcementId} test ${name}`
}

/** Returns whether a dedupe key is that of an announcement's test mail. */
export function isTestKey(dedupeKey: string): boolean {
  return testKey.test(dedupeKey)
}
