import { sql, type SQL } from 'drizzle-orm'
import type { PeopleFilter, PersonRow } from '#shared/contract/people.ts'
import { peoplePageSize } from '#shared/people-page-size.ts'
import { matchPlainWords } from '#server/db/match-words.ts'
import type { Db } from '#server/db/open.ts'
import { hasAgreed, hasLeft } from '#server/mailing-list/read-member.ts'
import { personColumns, whoTheyAre } from './person-columns.ts'

type Found = Omit<PersonRow, 'createdAt'> & { createdAt: Date }

/**
 * A page of everybody whose e-mail is known, newest first, and how many are found in all.
 * Specification, "People in the admin area".
 */
export async function listPeople(
  db: Db,
  { page, ...filter }: PeopleFilter,
): Promise<{ people: PersonRow[]; total: number }> {
  // Everybody is counted and paged by the index; what is found is looked for once only.
  const kept = sql.raw(Object.values(filter).some(Boolean) ? 'materialized' : 'not materialized')
  const { rows } = await db.execute<(Found | { key: null }) & { total: number }>(sql`
    with found as ${kept} (select p.key, p.email, p.created_at from people p
      where ${isWanted(filter)}),
    p as (select * from found order by created_at desc, key
      limit ${peoplePageSize} offset ${(page - 1) * peoplePageSize})
    select n.total, ${personColumns}, (select count(*) from event_registrations r
        where r.user_id = u.id)::int as registrations,
      exists (select from bounces b where b.email = p.email) as bounced
    from (select count(*)::int as total from found) n left join p on true ${whoTheyAre}
    order by p.created_at desc, p.key`)
  const people = rows.flatMap((row) =>
    row.key === null ? [] : [{ ...row, createdAt: new Date(row.createdAt).toISOString() }],
  )
  return { people, total: rows[0]?.total ?? 0 }
}

/**
 * Each condition as EXISTS over a set that is reckoned once: NOT IN over a hundred thousand would be
 * compared with each.
 */
function isWanted(filter: Omit<PeopleFilter, 'page'>): SQL {
  const { search, event, consent, came, watched, bounced } = filter
  const conditions = [matchPlainWords(sql`p.words`, search)]
  const add = (wanted: 'yes' | 'no' | undefined, emails: SQL) => {
    if (!wanted) return
    const among = sql`exists (select from (${emails}) among where among.email = p.email)`
    conditions.push(wanted === 'yes' ? among : sql`not ${among}`)
  }
  if (event !== undefined) add('yes', registered(event))
  add(consent, sql`select users.email from users where ${hasAgreed} and not ${hasLeft}`)
  add(came, cameTo(event))
  add(watched, haveWatched(event))
  add(bounced, sql`select b.email from bounces b`)
  return sql.join(conditions, sql` and `)
}

const registered = (event: number) => sql`select u.email from event_registrations r
  join users u on u.id = r.user_id where r.event_id = ${event}`

const ofEvent = (column: SQL, event: number | undefined) =>
  event === undefined ? sql`true` : sql`${column} = ${event}`

function cameTo(event: number | undefined) {
  return sql`select u.email from event_registrations r join users u on u.id = r.user_id
    left join webinar_seats s on s.registration_id = r.id left join joins j on j.registration_id = r.id
    where (s.attended_at is not null or j.registration_id is not null)
      and ${ofEvent(sql`r.event_id`, event)}`
}

function haveWatched(event: number | undefined) {
  const progress = (table: string) => sql`select w.email from ${sql.identifier(table)} w
    where ${ofEvent(sql`w.event_id`, event)}`
  return sql`select m.email from member_page_access m where m.access_type = 'video_watch'
      and ${ofEvent(sql`m.video_id`, event)}
    union all ${progress('watch_progress')} union all ${progress('session_watch_progress')}`
}
