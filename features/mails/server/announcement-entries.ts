import { sql } from 'drizzle-orm'

/** Distinguishes entries of approved announcements from tests. */

/** SQL: the entry `d` belongs to an approved announcement, not to a test. */
export const isApproved = sql`(d.announcement_id is not null and d.dedupe_key = d.announcement_id::text)`

/** Returns whether a row belongs to an approved announcement. */
export function isApprovedEntry(entry: { announcementId: number | null; dedupeKey: string }) {
  return entry.announcementId !== null && entry.dedupeKey === String(entry.announcementId)
}

const testKey = /^\d+ test /

/** Returns the dedupe key of an announcement's test; a different `name` makes it a different test. */
export function makeTestKey(announcementId: number, name: string): string {
  return `${announcementId} test ${name}`
}

/** Returns whether a dedupe key is that of an announcement's test. */
export function isTestKey(dedupeKey: string): boolean {
  return testKey.test(dedupeKey)
}
