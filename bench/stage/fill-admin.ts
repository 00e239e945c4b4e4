import { drizzle } from 'drizzle-orm/node-postgres'
import type { Pool } from 'pg'
import { repairPeople } from '#platform/people/save-people.ts'

/** Rows inserted by one statement. */
const portion = 10_000

/** Returns SQL that picks a value pseudo-randomly by the row's number `i`. */
function pick(salt: number, values: string[]) {
  const list = values.map((value) => `'${value}'`).join(', ')
  return `(array[${list}])[1 + abs(hashint4(i + ${salt})) % ${values.length}]`
}
const chance = (salt: number) => `(abs(hashint4(i + ${salt})) % 1000) / 1000.0`
/** Distributes rows in time: the first three hundred days ago, the last yesterday. */
const inTurn = (rows: string) =>
  `now() - interval '1 day' - interval '300 days' * greatest(0, 1 - i / (${rows}))`
const firstName = pick(
  1,
  'Thandi Sipho Zoë Amara Łukasz Nomsa Pieter Ayanda Fatima Kwame Lerato Johan Aisha'.split(' '),
)
const lastName = pick(
  2,
  'Nkosi Dlamini Botha Mokoena Naidoo Okafor Smith Khumalo Jacobs Patel Zulu'.split(' '),
)
const company = pick(3, ['Karoo Coffee', 'Saltline', 'Kite & Anchor', 'Umoja', 'Veld Robotics', ''])
const jobTitle = pick(4, ['Founder', 'Chief Executive', 'Product Lead', 'Engineer', ''])
const host = pick(5, ['example.com', 'mail.example.org', 'firm.example.net'])

/** Rows with numbers `i`, `times` as many as people: $3 is their number, $4 the events' ids. */
const tables = [
  {
    times: 1,
    sql: `insert into users (first_name, last_name, email, company, job_title, linkedin, interests,
        questions, created_at)
      select ${firstName}, ${lastName}, 'person.' || i || '@' || ${host}, ${company}, ${jobTitle},
        case when i % 5 = 0 then 'https://www.linkedin.com/in/person-' || i else '' end,
        case when i % 3 = 0 then array['Funding', 'Hiring'] else '{}'::text[] end,
        case when i % 6 = 0 then 'How did you find the first ' || i % 90 || ' customers?' else '' end,
        ${inTurn('$3::float')}
      from generate_series($1::int, $2::int) i`,
  },
  {
    times: 1.5,
    sql: `insert into event_registrations (user_id, event_id, receive_updates, questions,
        registration_type, created_at)
      select u.id, ($4::int[])[1 + (i % $3::int + i / $3::int) % cardinality($4::int[])],
        true, case when i % 7 = 0 then 'What would you do again in year ' || i % 9 || '?' else '' end,
        'confirmed', u.created_at + (now() - u.created_at) * (i / $3::int) * ${chance(7)}
      from generate_series($1::int, $2::int) i join users u on u.id = 1 + i % $3::int
      on conflict do nothing`,
  },
  {
    times: 0.2,
    sql: `insert into video_access (email, first_name, last_name, company, video_title, created_at)
      select 'viewer.' || i || '@' || ${host}, ${firstName}, ${lastName}, ${company}, 'Interviews',
        ${inTurn('$3::float / 5')}
      from generate_series($1::int, $2::int) i`,
  },
  {
    times: 3,
    sql: `insert into member_page_access (email, access_type, video_title, accessed_at)
      select u.email, ${pick(9, ['page_visit', 'page_visit', 'video_watch', 'login'])}, '',
        u.created_at + (now() - u.created_at) * ${chance(10)}
      from generate_series($1::int, $2::int) i
      join users u on u.id = 1 + abs(hashint4(i)) % (($3::int * 6) / 10)`,
  },
]

/** Inserts the rows of `fillAdminArea`, also into a database of release 1.0.0. */
export async function fillPeople(pool: Pool, people: number, already = 0): Promise<void> {
  // Events with old recordings, so that no mails are due.
  const { rows } = await pool.query<{ id: number }>(
    "select id from events where status = 'completed' and event_date < current_date - 61 order by id",
  )
  const events = rows.map(({ id }) => id)
  for (const { times, sql } of tables) {
    const last = Math.round(people * times)
    for (let from = Math.round(already * times) + 1; from <= last; from += portion) {
      const to = Math.min(last, from + portion - 1)
      const wanted = sql.includes('$4') ? [people, events] : sql.includes('$3') ? [people] : []
      await pool.query(sql, [from, to, ...wanted])
    }
  }
}

/**
 * Fills a database with people, half as many additional registrations, a fifth as many imported viewers, and
 * three times as many visits, over three hundred days. People and first registrations are in order of time.
 * `already`: the number it was filled with before.
 */
export async function fillAdminArea(pool: Pool, people: number, already = 0): Promise<void> {
  await fillPeople(pool, people, already)
  await pool.query(`insert into event_questions (event_id, registration_id, text, is_from_form)
    select event_id, id, questions, true from event_registrations where questions <> ''
    on conflict do nothing`)
  await repairPeople(drizzle(pool, { casing: 'snake_case' }))
  for (const name of ['users', 'event_registrations', 'video_access', 'member_page_access']) {
    await pool.query(`vacuum (analyze) ${name}`)
  }
}
