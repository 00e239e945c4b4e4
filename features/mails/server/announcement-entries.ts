import { sql } from 'drizzle-orm'

/** Which outbox entries are of announcements: those it was approved for, and those that only try it. */

/** Whether an entry `d` is one that an announcement was approved for. */
export const isApproved = sql`(d.announcement_id is not null and d.occasion = d.announcement_id::text)`

/** The same of a row that was read. */
export function isApprovedEntry(entry: { announcementId: number | null; dedupeKey: string }) {
  return entry.announcementId !== null && entry.dedupeKey === String(entry.announcementId)
}

const testKey = /^\d+ test /

/** What tells an entry that tries an announcement; `name` makes it another one. */
export function makeTestKey(announcementId: number, name: string): string {
  return `${announcementId} test ${name}`
}

/** Whether an entry only tries an announcement. */
export function isTestKey(dedupeKey: string): boolean {
  return testKey.test(dedupeKey)
}
