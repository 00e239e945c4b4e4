import { sql, type SQL } from 'drizzle-orm'
import { foldText } from '#kernel/fold-text.ts'
import type { Db, Transaction } from '#platform/db/open.ts'

/**
 * Writes the table `people`: one row for each email in `users`, `video_access` or `event_crew`, with the text by
 * which people are searched. Code that inserts rows into these tables, or changes names or emails in them, calls
 * `savePeople` in the same transaction. A trigger deletes a person when the last row with the email is deleted.
 */

export type PersonNames = { firstName?: string; lastName?: string; company?: string }

type NamedPerson = {
  email: string
  /** First name, last name and company from the person's row in `users`; null without such a row. */
  registered: string | null
  /** Names from the person's rows in `video_access` and `event_crew`. */
  others: string[]
}

/**
 * Joins first name, last name and company with spaces. An empty part keeps its space, so the result equals what
 * `concat_ws` returns in the database.
 */
export const joinNames = ({ firstName = '', lastName = '', company = '' }: PersonNames) =>
  `${firstName} ${lastName} ${company}`

/**
 * Returns the text by which a person is searched: each name and company once, then the email, in lower case without
 * accents.
 */
export function searchText({ email, registered, others }: NamedPerson): string {
  const texts = [...(registered === null ? [] : [registered]), ...others, email]
  return foldText([...new Set(texts)].join(' '))
}

/** SQL for the names and company of a `users` row as one text. */
export const registeredNames = sql<string>`concat_ws(' ', users.first_name, users.last_name, users.company)`

/** SQL for the names and companies of an email in `video_access` and `event_crew`, as `text[]` in a stable order. */
export const otherNames = (email: SQL): SQL<string[]> => sql`(array(
    select distinct concat_ws(' ', v.first_name, v.last_name, v.company) from video_access v
    where v.email = ${email} order by 1)
  || array(select distinct c.name from event_crew c where c.email = ${email} order by 1))`

const newKey = sql`replace(gen_random_uuid()::text, '-', '')`

/**
 * Returns an INSERT statement that adds people from a query with the columns `key`, `email` and `words`, for use in a
 * WITH clause. Returns the emails of new people, and locks existing ones.
 */
export const insertPeople = (
  rows: SQL,
): SQL => sql`insert into people as known (key, email, words) ${rows}
  on conflict (email) do update set words = known.words where false returning email`

/**
 * Updates the table `people` for these emails: inserts missing people and updates search texts. Returns the number of
 * people inserted or changed. Locks rows in the order of the emails, which prevents deadlocks.
 * If the caller already knows the search texts of new people, it passes them as `added`, which saves a read.
 */
export async function savePeople(
  tx: Transaction,
  emails: Iterable<string>,
  added: ReadonlyMap<string, string> = new Map(),
): Promise<number> {
  const sorted = [...new Set(emails)].toSorted()
  if (sorted.length === 0) return 0
  const words = sorted.map((email) => added.get(email) ?? '')
  // `on conflict` names no column, because another transaction may insert the same email or the same key.
  const { rows } = await tx.execute<{ email: string }>(sql`insert into people (key, email, words)
    select coalesce((select u.person_key from users u where u.email = given.email), ${newKey}),
      given.email, given.words
    from unnest(${sql.param(sorted)}::text[], ${sql.param(words)}::text[]) as given (email, words)
    on conflict do nothing returning email`)
  const inserted = new Set(rows.map(({ email }) => email))
  const isDone = (email: string) => inserted.has(email) && added.has(email)
  const changed = await refreshPeople(
    tx,
    sorted.filter((email) => !isDone(email)),
  )
  return new Set([...inserted, ...changed]).size
}

/** Updates the search texts of these people, and returns the emails of those whose text or key changed. */
export async function refreshPeople(
  tx: Transaction,
  emails: Iterable<string>,
): Promise<Set<string>> {
  const sorted = [...new Set(emails)].toSorted()
  if (sorted.length === 0) return new Set()
  const { rows } = await tx.execute<{ email: string }>(sql`select p.email
    from unnest(${sql.param(sorted)}::text[]) with ordinality as given (email, place)
    join people p on p.email = given.email order by given.place for update of p`)
  return updateLocked(
    tx,
    rows.map(({ email }) => email),
  )
}

type StoredPerson = NamedPerson & {
  words: string
  /**
   * If the `users` row with this email has a different `person_key` than `people.key`, the id of the row, to correct
   * it; otherwise null.
   */
  strangerId: number | null
}

/**
 * Updates the search texts of people whose rows the caller has locked. Reads names after locking: a concurrent
 * transaction that changed names has then committed.
 */
async function updateLocked(tx: Transaction, emails: string[]): Promise<Set<string>> {
  if (emails.length === 0) return new Set()
  const { rows } = await tx.execute<StoredPerson>(sql`
    select people.email, people.words, ${otherNames(sql`people.email`)} as others,
      case when users.id is not null then ${registeredNames} end as registered,
      case when users.person_key <> people.key then users.id end as "strangerId"
    from people left join users on users.email = people.email
    where people.email = any(${sql.param(emails)}::text[])`)
  const stale = rows.filter((row) => searchText(row) !== row.words)
  const strangers = rows.filter(({ strangerId }) => strangerId !== null)
  if (stale.length > 0) {
    await tx.execute(sql`update people set words = fresh.words
      from unnest(${sql.param(stale.map(({ email }) => email))}::text[],
        ${sql.param(stale.map(searchText))}::text[]) as fresh (email, words)
      where people.email = fresh.email`)
  }
  if (strangers.length > 0) {
    await tx.execute(sql`update users set person_key = people.key from people
      where people.email = users.email
        and users.id = any(${sql.param(strangers.map(({ strangerId }) => strangerId))}::int[])`)
  }
  return new Set([...stale, ...strangers].map(({ email }) => email))
}

const portion = 1000

/**
 * Repairs the table `people` for all emails in portions, after a restore or manual changes of the database. Returns
 * how many rows were missing or changed.
 */
export async function repairPeople(db: Db): Promise<number> {
  let repaired = 0
  for (let after = ''; ;) {
    const next = (table: string) => sql`(select distinct email from ${sql.identifier(table)}
      where email > ${after} order by email limit ${portion})`
    const { rows } = await db.execute<{ email: string }>(sql`
      select email from (${next('users')} union ${next('video_access')} union ${next('event_crew')}) known
      order by email limit ${portion}`)
    const last = rows.at(-1)
    if (!last) return repaired
    const emails = rows.map(({ email }) => email)
    repaired += await db.transaction((tx) => savePeople(tx, emails))
    after = last.email
  }
}
