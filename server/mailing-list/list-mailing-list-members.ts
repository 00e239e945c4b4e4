import { asc, eq, inArray, sql } from 'drizzle-orm'
import type { ReplyOf } from '#shared/contract/endpoint.ts'
import type {
  listMailingListMembers as contract,
  MailingListMember,
} from '#shared/contract/mailing-list.ts'
import { memberStates, type MemberState } from '#shared/mailing-list.ts'
import { instantText } from '#server/db/instant-text.ts'
import type { Db } from '#server/db/open.ts'
import { events } from '#server/db/tables/events.ts'
import { userGroups } from '#server/db/tables/people.ts'
import { listWork, type Work, type WorkFilter } from '#server/jobs/list-work.ts'
import { hasAgreed, hasLeft } from './read-member.ts'

type Row = Omit<MailingListMember, 'nextTryAt' | 'membersGroup' | 'eventGroups'>

/**
 * Everybody who ever agreed, told of or not. Who unsubscribed or came back since MailerLite was told
 * counts as waiting, and what it said before is no reason any more.
 */
export const members: Work<Row> = {
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
 * Who agreed to updates and what became of them at MailerLite, newest person first, in pages.
 * `membersGroup` is the group that is set now.
 */
export async function listMailingListMembers(
  db: Db,
  filter: WorkFilter<MemberState>,
  membersGroup: string | undefined,
): Promise<ReplyOf<typeof contract>> {
  const { page, ...more } = await listWork(db, members, filter)
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
  return (userId: number): Pick<MailingListMember, 'membersGroup' | 'eventGroups'> => {
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
