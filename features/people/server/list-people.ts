import { isNull, sql, type SQL } from 'drizzle-orm'
import {
  type Begun,
  isAttendee,
  presenceColumn,
  readBegun,
} from '#features/events/server/who-attended.ts'
import { listAnswerColumns } from '#features/form-questions/server/answers.ts'
import { hasAgreed, hasLeft } from '#features/newsletter/server/consents.ts'
import type { listPeople as contract, PeopleFilter, PersonRow } from '#features/people/contract.ts'
import type { PeopleOrder } from '#features/people/rules.ts'
import type { ReplyOf } from '#kernel/endpoint.ts'
import { isFinished, type TimeContext } from '#kernel/event-time.ts'
import type { Db } from '#platform/db/open.ts'
import { matchPlainWords } from '#platform/db/sql-parts.ts'
import { events } from '#schema/events.ts'

/**
 * SQL joins that add names and company to rows `p` of the table `people`: from `users` (`u`); if the person has no row
 * there, from the latest `video_access` row of an imported viewer (`v`); otherwise from the latest crew membership
 * (`c`).
 */
export const profileJoins = sql`left join users u on u.email = p.email
  left join lateral (select * from video_access a where a.email = p.email and u.id is null
    order by a.id desc limit 1) v on true
  left join lateral (select name as first_name from event_crew h where h.email = p.email
    and u.id is null and v.id is null order by h.id desc limit 1) c on true`

const knownColumn = (column: string): SQL =>
  sql`coalesce(u.${sql.identifier(column)}, v.${sql.identifier(column)}, '')`

export const personColumns = sql`p.key, p.email,
  coalesce(u.first_name, v.first_name, c.first_name, '') as "firstName",
  ${knownColumn('last_name')} as "lastName", ${knownColumn('company')} as company, ${knownColumn('job_title')} as "jobTitle",
  p.created_at as "createdAt"`

type Found = Omit<PersonRow, 'createdAt'> & { createdAt: Date }

/**
 * Returns one page of the list of people, in the order of `sort`, and the number of all people who match
 * the filter.
 */
export async function listPeople(
  db: Db,
  { page, limit, sort, ...filter }: PeopleFilter,
  time: TimeContext,
): Promise<ReplyOf<typeof contract>> {
  const held = filter.came === 'no' ? await listHeldEvents(db, filter.event, time) : []
  const begun = filter.came
    ? await readBegun(db, (read) => read(), time, filter.event)
    : { ids: [], known: [] }
  // Without filters, PostgreSQL uses the index to count people and to find the page. With filters,
  // `materialized` makes PostgreSQL search only once.
  const kept = sql.raw(Object.values(filter).some(Boolean) ? 'materialized' : 'not materialized')
  const { rows } = await db.execute<(Found | { key: null }) & { total: number }>(sql`
    with found as ${kept} (select p.key, p.email, p.created_at from people p
      where ${isWanted(filter, held, begun)}),
    p as (${sorted(sort)} limit ${limit} offset ${(page - 1) * limit})
    select n.total, ${personColumns}, (select count(*) from event_registrations r
        where r.user_id = u.id)::int as registrations,
      exists (select from bounces b where b.email = p.email) as bounced
      ${filter.event === undefined ? sql`` : answersTo(filter.event)}
    from (select count(*)::int as total from found) n left join p on true ${profileJoins}
    order by p.place`)
  const people = rows.flatMap((row) =>
    row.key === null ? [] : [{ ...row, createdAt: new Date(row.createdAt).toISOString() }],
  )
  const total = rows[0]?.total ?? 0
  if (filter.event === undefined) return { people, total }
  return { people, total, formQuestions: await listAnswerColumns(db, filter.event) }
}

const answersTo = (
  event: number,
) => sql`, (select coalesce(jsonb_object_agg(a.question_id, a.value), '{}')
  from event_registrations r join form_answers a on a.registration_id = r.id
  where r.user_id = u.id and r.event_id = ${event}) as answers`

/**
 * SQL that sorts the people found and numbers them. People without a value in the sorted column come last.
 * The order 'newest' uses an index.
 */
function sorted(order: PeopleOrder): SQL {
  if (order === 'newest') {
    return sql`select found.*, row_number() over (order by created_at desc, key) as place
      from found order by created_at desc, key`
  }
  const column = {
    name: sql`nullif(lower(concat_ws(' ', coalesce(u.first_name, v.first_name, c.first_name),
      ${knownColumn('last_name')})), '') nulls last`,
    company: sql`nullif(lower(${knownColumn('company')}), '') nulls last`,
    email: sql`p.email`,
    registrations: sql`(select count(*) from event_registrations r where r.user_id = u.id) desc`,
  }[order]
  return sql`select p.*, row_number() over (order by ${column}, p.email) as place
    from found p ${profileJoins} order by ${column}, p.email`
}

/**
 * SQL condition for the filters of the list of people. Each filter is an EXISTS over a set that PostgreSQL computes
 * once; NOT IN would compare every person with every row.
 */
function isWanted(
  filter: Omit<PeopleFilter, 'page' | 'limit' | 'sort'>,
  held: number[],
  begun: Begun,
): SQL {
  const { search, event, cancelled, consent, came, watched, bounced } = filter
  const conditions = [matchPlainWords(sql`p.words`, search)]
  const add = (wanted: 'yes' | 'no' | undefined, emails: SQL) => {
    if (!wanted) return
    const among = sql`exists (select from (${emails}) among where among.email = p.email)`
    conditions.push(wanted === 'yes' ? among : sql`not ${among}`)
  }
  if (event !== undefined && cancelled !== 'yes') add('yes', registered([event]))
  add(cancelled, haveCancelled(event))
  add(consent, sql`select users.email from users where ${hasAgreed} and not ${hasLeft}`)
  // Restrict the filter to people with a confirmed registration for an event that took place, because only they can
  // have missed one.
  if (came === 'no') add('yes', sql`${registered(held)} and r.registration_type = 'confirmed'`)
  add(came, attended(begun, event))
  add(watched, haveWatched(event))
  add(bounced, sql`select b.email from bounces b`)
  return sql.join(conditions, sql` and `)
}

const registered = (among: number[]) => sql`select u.email from event_registrations r
  join users u on u.id = r.user_id where r.event_id = any(${sql.param(among)}::int[])`

/**
 * Selects emails of people who cancelled their registration. Cancelling deletes the registration, so read the domain
 * events.
 */
const haveCancelled = (event: number | undefined) => sql`select p.email from domain_events d
    join people p on p.key = d.person_key
    where d.type = 'registration.cancelled' and ${ofEvent(sql`d.event_id`, event)}
      and not exists (select from event_registrations r join users u on u.id = r.user_id
        where r.event_id = d.event_id and u.email = p.email)`

/** Returns the ids of the events that took place; if `event` is given, only its id. */
async function listHeldEvents(db: Db, event: number | undefined, { now, timeZone }: TimeContext) {
  const rows = await db.select().from(events).where(isNull(events.cancelledAt))
  const held = rows.filter((row) => isFinished(row, now, timeZone)).map(({ id }) => id)
  return held.filter((id) => event === undefined || id === event)
}

const ofEvent = (column: SQL, event: number | undefined) =>
  event === undefined ? sql`true` : sql`${column} = ${event}`

/** Selects the emails of people who attended one of the events. */
function attended({ ids, known }: Begun, event: number | undefined) {
  const ofEvents = sql`event_id = any(${sql.param(ids)}::int[])`
  const isWithin =
    event === undefined
      ? undefined
      : sql`registration_id in (select id from event_registrations where ${ofEvents})`
  return sql`select u.email from (
      select r.event_id, r.user_id, ${presenceColumn(isWithin)} from event_registrations r
      where r.${ofEvents}) a join users u on u.id = a.user_id
    where ${isAttendee(sql`a.event_id = any(${sql.param(known)}::int[])`)}`
}

/**
 * SQL that selects the emails of people who watched a recording, or the recording of `event` if given. If
 * `email` is given, selects only that email.
 */
export function haveWatched(event: number | undefined, email?: SQL) {
  const isTheirs = (column: SQL) => (email ? sql`${column} = ${email}` : sql`true`)
  const progress = (table: string) => sql`select w.email from ${sql.identifier(table)} w
    where ${ofEvent(sql`w.event_id`, event)} and ${isTheirs(sql`w.email`)}`
  const uses = (table: string) => sql`select m.email from ${sql.identifier(table)} m
    where m.access_type = 'video_watch'
      and ${ofEvent(sql`m.video_id`, event)} and ${isTheirs(sql`m.email`)}`
  return sql`${uses('member_page_access')} union all ${uses('member_page_access_sums')}
    union all ${progress('watch_progress')} union all ${progress('session_watch_progress')}`
}
