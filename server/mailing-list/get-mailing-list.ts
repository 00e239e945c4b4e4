import { and, eq, gt, isNotNull, or, sql } from 'drizzle-orm'
import type { ReplyOf } from '#shared/contract/endpoint.ts'
import type { getMailingList as contract } from '#shared/contract/mailing-list.ts'
import type { Db } from '#server/db/open.ts'
import { mailingListMembers, mailingListPace } from '#server/db/tables/mailing-list.ts'
import { users } from '#server/db/tables/people.ts'
import { countWork } from '#server/jobs/list-work.ts'
import type { MailerliteConfig } from '#server/settings/provider-settings.ts'
import { members } from './list-mailing-list-members.ts'
import { hasAgreed, hasLeft } from './read-member.ts'

/** Whose telling failed, or failed so far and is tried again. */
export const isTroubled = or(
  eq(mailingListMembers.state, 'failed'),
  and(eq(mailingListMembers.state, 'waiting'), isNotNull(mailingListMembers.lastError)),
)

/** What is not set for the mailing list, in sentences for the admin area. */
export function mailingListNotes(mailerlite: MailerliteConfig | undefined): string[] {
  if (!mailerlite) {
    return [
      'MailerLite is not configured: nobody is added to a mailing list. Set MAILERLITE_API_KEY and MAILERLITE_WEBHOOK_SECRET; everything else works without.',
    ]
  }
  if (mailerlite.groupId) return []
  return ['No MAILERLITE_GROUP_ID: people join the groups of their events only.']
}

/** What the admin area shows of the mailing list. */
export async function getMailingList(
  db: Db,
  { mailerlite, now }: { mailerlite: MailerliteConfig | undefined; now: Date },
): Promise<ReplyOf<typeof contract>> {
  const [pace] = await db
    .select({ closedUntil: mailingListPace.closedUntil })
    .from(mailingListPace)
    .where(gt(mailingListPace.closedUntil, now))
  return {
    isConfigured: mailerlite !== undefined,
    notes: mailingListNotes(mailerlite),
    agreed: await db.$count(users, sql`${hasAgreed} and not ${hasLeft}`),
    counts: await countWork(db, members),
    troubled: await db.$count(mailingListMembers, isTroubled),
    pausedUntil: pace?.closedUntil?.toISOString() ?? null,
  }
}
