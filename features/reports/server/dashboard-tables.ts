import { sql, type SQL } from 'drizzle-orm'
import { allUses } from '#features/library/server/usage-sums.ts'
import { hasAgreed, hasLeft } from '#features/newsletter/server/consents.ts'
import type { tableColumns } from '#features/reports/rules.ts'
import type { Db } from '#platform/db/open.ts'
import { instantText, matchWords, plain } from '#platform/db/sql-parts.ts'
import { eventRegistrations, videoAccess } from '#schema/registrations.ts'

type Table<Name extends keyof typeof tableColumns> = {
  /** SQL query for the table's rows, with the columns of the reply and the values by which to sort. */
  rows: SQL
  /** SQL for the text in which the search looks for words. */
  searched: SQL
  sortedBy: Record<(typeof tableColumns)[Name][number], SQL>
  usualOrder: SQL
  /** Table whose `event_id` says to which event a row belongs; absent if the rows belong to no event. */
  events?: SQL
}

const person = sql`first_name as "firstName", last_name as "lastName", email, company`
const personText = sql`concat_ws(' ', "firstName", "lastName", email, company)`
/**
 * Returns a sort key that PostgreSQL compares byte by byte: a language's collation takes ten times as long, and
 * `plain` has already removed accents.
 */
const inOrder = (text: SQL) => sql`${plain(text)} collate "C"`
const sortedByPerson = {
  Name: inOrder(sql`trim("firstName" || ' ' || "lastName")`),
  Email: sql`email collate "C"`,
  Company: inOrder(sql`company`),
}
const sortedByJob = { ...sortedByPerson, 'Job Title': inOrder(sql`"jobTitle"`) }
const interests = sql`array_to_string(interests, ', ')`
const latestFirst = sql`at desc, id desc`

export const registrationsTable: Table<'registrations'> = {
  rows: sql`select id, ${person}, job_title as "jobTitle", interests, person_key as "personKey",
    ${hasAgreed} and not ${hasLeft} as "receiveUpdates", created_at as at,
    ${instantText(sql`created_at`)} as "createdAt" from users`,
  searched: sql`concat_ws(' ', ${personText}, "jobTitle", ${interests})`,
  sortedBy: {
    ...sortedByJob,
    Interests: inOrder(interests),
    Updates: sql`"receiveUpdates"`,
    Date: sql`at`,
  },
  usualOrder: latestFirst,
}

const withEvent = sql`concat_ws(' ', ${personText}, "jobTitle", event)`

export const eventRegistrationsTable: Table<'eventRegistrations'> = {
  rows: sql`select r.id, ${person}, u.job_title as "jobTitle", u.person_key as "personKey",
    r.event_id as "eventId", e.title as event, r.registration_type as "registrationType",
    r.created_at as at, ${instantText(sql`r.created_at`)} as "createdAt"
    from event_registrations r join users u on u.id = r.user_id join events e on e.id = r.event_id`,
  searched: withEvent,
  sortedBy: {
    ...sortedByJob,
    Event: inOrder(sql`event`),
    Type: sql`"registrationType"`,
    Date: sql`at`,
  },
  usualOrder: latestFirst,
  events: sql`${eventRegistrations} where user_id is not null`,
}

export const videoAccessTable: Table<'videoAccess'> = {
  rows: sql`select v.id, first_name as "firstName", last_name as "lastName", v.email, v.company,
    v.job_title as "jobTitle", p.key as "personKey", v.event_id as "eventId",
    coalesce(e.title, '') as event, v.created_at as at, ${instantText(sql`v.created_at`)} as "createdAt"
    from video_access v left join people p on p.email = v.email left join events e on e.id = v.event_id`,
  searched: withEvent,
  sortedBy: { ...sortedByJob, 'Event Interest': inOrder(sql`event`), Date: sql`at` },
  usualOrder: latestFirst,
  events: sql`${videoAccess}`,
}

export const memberAccessTable: Table<'memberAccess'> = {
  rows: sql`select known.*, last_access is not null as "hasAccessed", last_access,
    ${instantText(sql`last_access`)} as "lastAccess",
    coalesce(watches, 0) as "videoWatches", coalesce(visits, 0) as "totalVisits"
    from (
      select ${person}, person_key as "personKey" from users
      union all
      select first_name, last_name, v.email, company, p.key
      from video_access v left join people p on p.email = v.email
      where not exists (select from users u where u.email = v.email)
        and not exists (select from video_access l where l.email = v.email and l.id > v.id)) known
    left join (
      select a.email, max(a.last_at) as last_access,
        sum(a.uses) filter (where access_type = 'video_watch') as watches,
        sum(a.uses) filter (where access_type = 'page_visit') as visits
      from ${allUses} group by a.email) uses using (email)`,
  searched: personText,
  sortedBy: {
    ...sortedByPerson,
    Status: sql`not "hasAccessed"`,
    'Last Access': sql`coalesce(last_access, '-infinity')`,
    'Video Watches': sql`"videoWatches"`,
    'Total Visits': sql`"totalVisits"`,
  },
  usualOrder: sql`last_access desc nulls last, email collate "C"`,
}

type PageQuery<Column extends string> = {
  search: string
  event?: number | 'none' | undefined
  sort?: Column | undefined
  order: 'ascending' | 'descending'
  page: number
  limit: number
}

/** Returns a page of a dashboard table; the first page includes the number of rows per event. */
export async function readTablePage<Column extends string, Reply>(
  db: Db,
  table: Omit<Table<never>, 'sortedBy'> & { sortedBy: Record<Column, SQL> },
  { search, event, sort, order, page, limit }: PageQuery<Column>,
): Promise<Reply> {
  const isOfEvent = event === 'none' ? sql`"eventId" is null` : sql`"eventId" = ${event}::int`
  const narrowed = [
    ...(search === '' ? [] : [matchWords(table.searched, search)]),
    ...(event === undefined || !table.events ? [] : [isOfEvent]),
    sql`true`,
  ]
  // With a search, compute the rows once (`materialized`). Without one, let PostgreSQL read them in the default order
  // by an index.
  const kept = sql.raw(narrowed.length > 1 ? 'materialized' : 'not materialized')
  const direction = sql.raw(order === 'descending' ? 'desc' : 'asc')
  const byColumn = sort && sql`${table.sortedBy[sort]} ${direction},`
  const counts = page === 1 && table.events
  const { rows } = await db.execute(sql`
    with found as ${kept} (
      select * from (${table.rows}) listed where ${sql.join(narrowed, sql` and `)})
    select (select count(*)::int from found) as total,
      (select coalesce(json_agg(shown), '[]') from (
        select * from found order by ${byColumn ?? sql``} ${table.usualOrder}
        limit ${limit}::int offset ${(page - 1) * limit}::int) shown) as rows,
      ${
        counts
          ? sql`(select coalesce(json_agg(counted), '[]') from (
              select event_id as id, count(*)::int as rows from ${counts} group by event_id) counted)`
          : sql`'[]'::json`
      } as events`)
  return rows[0] as Reply
}
