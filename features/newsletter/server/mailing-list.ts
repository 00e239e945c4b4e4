import { asc, eq, inArray, sql, and, gt, isNotNull, or } from 'drizzle-orm'
import type * as contract from '#features/newsletter/contract.ts'
import type { ReplyOf } from '#kernel/endpoint.ts'
import { memberStates, type MemberState } from '#kernel/values.ts'
import type { Db } from '#platform/db/open.ts'
import { instantText } from '#platform/db/sql-parts.ts'
import { Refusal } from '#platform/errors/refusal.ts'
import type { JobSender } from '#platform/jobs/jobs.ts'
import { retryJobs } from '#platform/jobs/waiting-jobs.ts'
import { listWork, type Work, type WorkFilter, countWork } from '#platform/jobs/work-list.ts'
import type { MailerliteConfig } from '#platform/settings/provider-settings.ts'
import { events } from '#schema/events.ts'
import { userGroups, mailingListMembers, mailingListPace } from '#schema/newsletter.ts'
import { users } from '#schema/people.ts'
import { hasAgreed, hasLeft } from './consents.ts'

type Row = Omit<contract.MailingListMember, 'nextTryAt' | 'membersGroup' | 'eventGroups'>

/**
 * The list of people who ever opted in, with their state at MailerLite. If their consent changed since the last update,
 * the state is `waiting` and an earlier error is not shown.
 */
const memberWork: Work<Row> = {
  queue: 'sync-subscriber',
  states: memberStates,
  id: 'userId',
  job: 'userId',
  rows: sql`(
    select users.id as "userId", users.email,
      trim(users.first_name || ' ' || users.last_name) as name,
      p.key as "personKey",
      case when s.is_outdated then 'waiting' else m.state end as state,
      case when s.is_outdated then null else m.last_error end as "lastError",
      ${instantText(sql`m.tried_at`)} as "triedAt", ${instantText(sql`m.synced_at`)} as "syncedAt"
    from users
    left join people p on p.email = users.email
    left join mailing_list_members m on m.user_id = users.id
    cross join lateral (select m.user_id is null
      or (m.state in ('synced', 'left') and (m.state = 'left') <> ${hasLeft}) as is_outdated) s
    where ${hasAgreed})`,
}

/**
 * Returns a page of the people who opted in, with their state at MailerLite, newest first. `membersGroup`: id
 * of the configured MailerLite group for all members.
 */
export async function listMailingListMembers(
  db: Db,
  filter: WorkFilter<MemberState>,
  membersGroup: string | undefined,
): Promise<ReplyOf<typeof contract.listMailingListMembers>> {
  const { page, ...more } = await listWork(db, memberWork, filter)
  const groupsOf = await readGroups(db, page, membersGroup)
  return { members: page.map((row) => ({ ...row, ...groupsOf(row.userId) })), ...more }
}

async function readGroups(db: Db, people: Pick<Row, 'userId'>[], membersGroup: string | undefined) {
  const ids = people.map(({ userId }) => userId)
  const rows = await db
    .select({ group: userGroups, title: events.title })
    .from(userGroups)
    .leftJoin(events, eq(sql`${events.id}::text`, userGroups.groupIdentifier))
    .where(inArray(userGroups.userId, ids))
    .orderBy(asc(userGroups.id))
  return (userId: number): Pick<contract.MailingListMember, 'membersGroup' | 'eventGroups'> => {
    const own = rows.filter(({ group }) => group.userId === userId)
    const joined = own.find(({ group }) => group.groupType === 'members')?.group.mailerliteGroupId
    const isCurrent = joined === membersGroup
    return {
      membersGroup: joined ? (isCurrent ? 'current' : 'earlier') : null,
      eventGroups: own
        .filter(({ group }) => group.groupType === 'event')
        .map(({ group, title }) => ({ id: Number(group.groupIdentifier), title })),
    }
  }
}

/** SQL: the sync of the person failed, or awaits a retry after an error. */
const isTroubled = or(
  eq(mailingListMembers.state, 'failed'),
  and(eq(mailingListMembers.state, 'waiting'), isNotNull(mailingListMembers.lastError)),
)

/** Returns the missing MailerLite settings as sentences for the admin area. */
export function mailingListNotes(mailerlite: MailerliteConfig | undefined): string[] {
  if (!mailerlite) {
    return ['MailerLite is not connected: no one is added to a mailing list.']
  }
  if (mailerlite.groupId) return []
  return ['No general group is set: people join the groups of their events only.']
}

export async function getMailingList(
  db: Db,
  { mailerlite, now }: { mailerlite: MailerliteConfig | undefined; now: Date },
): Promise<ReplyOf<typeof contract.getMailingList>> {
  const [pace] = await db
    .select({ closedUntil: mailingListPace.closedUntil })
    .from(mailingListPace)
    .where(gt(mailingListPace.closedUntil, now))
  return {
    isConfigured: mailerlite !== undefined,
    notes: mailingListNotes(mailerlite),
    agreed: await db.$count(users, sql`${hasAgreed} and not ${hasLeft}`),
    counts: await countWork(db, memberWork),
    troubled: await db.$count(mailingListMembers, isTroubled),
    pausedUntil: pace?.closedUntil?.toISOString() ?? null,
  }
}

/**
 * Queues the sync of one person, or of all people whose sync failed or awaits a retry, to run immediately.
 * Throws 409 if the sync of the one person did not fail.
 */
export async function retrySyncs(
  db: Db,
  jobs: JobSender,
  userId?: number | null,
): Promise<{ people: number }> {
  const table = mailingListMembers
  return db.transaction(async (tx) => {
    const again = await tx
      .update(table)
      .set({ state: 'waiting', lastError: null })
      .where(and(isTroubled, userId ? eq(table.userId, userId) : undefined))
      .returning({ userId: table.userId })
    if (userId && again.length === 0) {
      throw new Refusal('nothing_to_repeat', {
        message: 'Nothing to retry: the sync of this person did not fail',
      })
    }
    await retryJobs(tx, jobs, 'sync-subscriber', again)
    return { people: again.length }
  })
}
