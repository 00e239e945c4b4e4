import { sql } from 'drizzle-orm'
import type { outboxEntries } from '#schema/mails.ts'

/**
 * The outbox contains mails of approved announcements, test mails, and the kept mails of cancelled registrations. The
 * conditions below select the first.
 */

/** SQL: the outbox entry `d` belongs to an approved announcement and is not a test mail. */
export const isApproved = sql`(d.announcement_id is not null and not d.is_test and d.former_registration_id is null)`

type Entry = Pick<
  typeof outboxEntries.$inferSelect,
  'announcementId' | 'isTest' | 'formerRegistrationId'
>

/** Returns whether an outbox entry belongs to an approved announcement and is not a test mail. */
export function isApprovedEntry({ announcementId, isTest, formerRegistrationId }: Entry): boolean {
  return announcementId !== null && !isTest && formerRegistrationId === null
}
