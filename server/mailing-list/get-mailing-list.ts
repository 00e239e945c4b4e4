import { and, asc, desc, eq, gt, isNotNull, or, sql } from 'drizzle-orm'
import type { ReplyOf } from '#shared/contract/endpoint.ts'
import type { getMailingList as contract } from '#shared/contract/mailing-list.ts'
import { memberStates, type MemberState } from '#shared/mailing-list.ts'
import type { Db } from '#server/db/open.ts'
import { mailingListMembers, mailingListPace } from '#server/db/mailing-list-schema.ts'
import { users } from '#server/db/schema.ts'
import type { MailerliteConfig } from '#server/provider-settings.ts'
import { hasAgreed, hasLeft } from './read-member.ts'

const mostShown = 100

/** Whose telling failed, or failed so far and is tried again. */
export const isTroubled = or(
  eq(mailingListMembers.state, 'failed'),
  and(eq(mailingListMembers.state, 'waiting'), isNotNull(mailingListMembers.lastError)),
)

const nextTryAt = sql<string | null>`(select to_json(min(j.start_after))#>>'{}' from jobs.job j
  where j.name = 'sync-subscriber' and j.state < 'active'
    and j.singleton_key = mailing_list_members.user_id::text)`

function notesOf(mailerlite: MailerliteConfig | undefined): string[] {
  if (!mailerlite) {
    return [
      'MailerLite is not configured: nobody is added to a mailing list. Set MAILERLITE_API_KEY and MAILERLITE_WEBHOOK_SECRET; everything else works without.',
    ]
  }
  if (mailerlite.groupId) return []
  return ['No MAILERLITE_GROUP_ID: people join the groups of their events only.']
}

/** What the desk shows of the mailing list. */
export async function getMailingList(
  db: Db,
  { mailerlite, now }: { mailerlite: MailerliteConfig | undefined; now: Date },
): Promise<ReplyOf<typeof contract>> {
  const table = mailingListMembers
  const states = await db
    .select({ state: table.state, count: sql<number>`count(*)::int` })
    .from(table)
    .groupBy(table.state)
  const counts = Object.fromEntries(memberStates.map((state) => [state, 0])) as Record<
    MemberState,
    number
  >
  for (const { state, count } of states) counts[state] = count
  const [pace] = await db
    .select({ closedUntil: mailingListPace.closedUntil })
    .from(mailingListPace)
    .where(gt(mailingListPace.closedUntil, now))
  return {
    isConfigured: mailerlite !== undefined,
    notes: notesOf(mailerlite),
    agreed: await db.$count(users, sql`${hasAgreed} and not ${hasLeft}`),
    counts,
    pausedUntil: pace?.closedUntil?.toISOString() ?? null,
    troubled: await listTroubled(db),
  }
}

async function listTroubled(db: Db) {
  const table = mailingListMembers
  const rows = await db
    .select({
      row: table,
      email: users.email,
      first: users.firstName,
      last: users.lastName,
      nextTryAt,
    })
    .from(table)
    .innerJoin(users, eq(users.id, table.userId))
    .where(isTroubled)
    .orderBy(asc(table.state), desc(table.triedAt), asc(table.userId))
    .limit(mostShown)
  return rows.map(({ row, email, first, last, nextTryAt: next }) => ({
    userId: row.userId,
    email,
    name: [first, last].filter(Boolean).join(' '),
    state: row.state,
    attempts: row.attempts,
    lastError: row.lastError,
    triedAt: row.triedAt?.toISOString() ?? null,
    nextTryAt: next && new Date(next).toISOString(),
  }))
}
