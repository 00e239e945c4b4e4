import { asc, eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { ReplyOf } from '#shared/contract/endpoint.ts'
import type {
  listMailingListMembers as contract,
  MailingListMember,
} from '#shared/contract/mailing-list.ts'
import { memberStates, type MemberState } from '#shared/mailing-list.ts'
import { matchWords } from '#server/db/match-words.ts'
import type { Db } from '#server/db/open.ts'
import { events, userGroups } from '#server/db/schema.ts'
import { hasAgreed, hasLeft } from './read-member.ts'

type Filter = { search?: string; state?: MemberState; before?: number; limit: number }
type Row = Omit<MailingListMember, 'membersGroup' | 'eventGroups'>

/**
 * Everybody who ever agreed, told of or not. Who unsubscribed or came back since MailerLite was told
 * counts as waiting, and what it said before is no reason any more.
 */
const members = sql`(
  select users.id, users.email, trim(users.first_name || ' ' || users.last_name) as name,
    case when s.is_outdated then 'waiting' else m.state end as state,
    case when s.is_outdated then null else m.last_error end as last_error, m.tried_at, m.synced_at
  from users
  left join mailing_list_members m on m.user_id = users.id
  cross join lateral (select m.user_id is null
    or (m.state in ('synced', 'left') and (m.state = 'left') <> ${hasLeft}) as is_outdated) s
  where ${hasAgreed})`

const iso = (column: SQL) =>
  sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** The queue's own time of the next try. */
const nextTryAt = sql`(select ${iso(sql`min(j.start_after)`)} from jobs.job j
  where j.name = 'sync-subscriber' and j.state < 'active' and j.singleton_key = t.id::text)`

const matches = (search: string) => matchWords(sql`t.name || ' ' || t.email`, search)

/** How many people of a search are in which state. */
export async function countMembers(db: Db, search = ''): Promise<Record<MemberState, number>> {
  const { rows } = await db.execute<{ state: MemberState; number: number }>(sql`
    select t.state, count(*)::int as number from ${members} t where ${matches(search)}
    group by t.state`)
  const numberOf = (state: MemberState) => rows.find((row) => row.state === state)?.number ?? 0
  return Object.fromEntries(memberStates.map((state) => [state, numberOf(state)])) as Record<
    MemberState,
    number
  >
}

/**
 * Who agreed to updates and what became of them at MailerLite, newest person first; `nextBefore` asks
 * for the next page. `membersGroup` is the group that is set now.
 */
export async function listMailingListMembers(
  db: Db,
  { search = '', state, before, limit }: Filter,
  membersGroup: string | undefined,
): Promise<ReplyOf<typeof contract>> {
  const { rows } = await db.execute<Row>(sql`
    select t.id as "userId", t.email, t.name, t.state, t.last_error as "lastError",
      ${iso(sql`t.tried_at`)} as "triedAt", ${nextTryAt} as "nextTryAt",
      ${iso(sql`t.synced_at`)} as "syncedAt"
    from ${members} t
    where ${matches(search)} and ${state ? sql`t.state = ${state}` : sql`true`}
      and ${before === undefined ? sql`true` : sql`t.id < ${before}`}
    order by t.id desc limit ${limit + 1}`)
  const page = rows.slice(0, limit)
  const groupsOf = await readGroups(db, page, membersGroup)
  return {
    members: page.map((row) => ({ ...row, ...groupsOf(row.userId) })),
    nextBefore: rows.length > limit ? (page.at(-1)?.userId ?? null) : null,
    counts: await countMembers(db, search),
  }
}

async function readGroups(db: Db, people: Row[], membersGroup: string | undefined) {
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
