import { sql, type SQL } from 'drizzle-orm'
import { foldText } from '#kernel/fold-text.ts'
import type { Db, Transaction } from '#platform/db/open.ts'

/**
 * Writes `people`: one row for each email in `users`, `video_access` or `event_crew`, with the text that searches
 * for people read. Whatever inserts or renames rows of these tables calls `savePeople` in the same transaction. A
 * trigger deletes the person with the last row that has the email.
 */

export type PersonNames = { firstName?: string; lastName?: string; company?: string }

type NamedPerson = {
  email: string
  /** Names of a person from `users`; null without such a row. */
  registered: string | null
  /** Names of a person from `video_access` and `event_crew`. */
  others: string[]
}

/** Names and company as one text, blank ones included, like `concat_ws` in SQL. */
export const joinNames = ({ firstName = '', lastName = '', company = '' }: PersonNames) =>
  `${firstName} ${lastName} ${company}`

/** Returns the search text of a person: each name and company once, then the email, normalised. */
export function searchText({ email, registered, others }: NamedPerson): string {
  const texts = [...(registered === null ? [] : [registered]), ...others, email]
  return foldText([...new Set(texts)].join(' '))
}

/** SQL for the names and company of a `users` row as one text. */
export const registeredNames = sql<string>`concat_ws(' ', users.first_name, users.last_name, users.company)`

/** The texts in `video_access` and `event_crew` for an email, as `text[]` in a stable order. */
export const otherNames = (email: SQL): SQL<string[]> => sql`(array(
    select distinct concat_ws(' ', v.first_name, v.last_name, v.company) from video_access v
    where v.email = ${email} order by 1)
  || array(select distinct c.name from event_crew c where c.email = ${email} order by 1))`

const newKey = sql`replace(gen_random_uuid()::text, '-', '')`

/**
 * Inserts the rows `key`, `email`, `words` of a query, and locks the people that exist already: without a row
 * in what it returns. For a query in `with`, so that a registration needs no statement more.
 */
export const insertPeople = (
  rows: SQL,
): SQL => sql`insert into people as known (key, email, words) ${rows}
  on conflict (email) do update set words = known.words where false returning email`

/**
 * Makes each email a person, brings the search text of known people up to date, and returns how many people were
 * added or changed. `added` has the search text of emails that were not stored before, which saves reading them
 * again. Rows are locked in the order of the emails, so that two transactions never wait for each other.
 */
export async function savePeople(
  tx: Transaction,
  emails: Iterable<string>,
  added: ReadonlyMap<string, string> = new Map(),
): Promise<number> {
  const sorted = [...new Set(emails)].toSorted()
  if (sorted.length === 0) return 0
  const words = sorted.map((email) => added.get(email) ?? '')
  // Not `insertPeople`: a key from `users` may be inserted twice at once, which only a conflict of any kind covers.
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

/** Brings the search text of the given people up to date, and returns the emails of those who changed. */
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
  /** The id of a `users` row whose key differs from its person's. */
  strangerId: number | null
}

/** Reads after locking, so that concurrent transactions see each other's rows. */
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
 * Repairs `people` for all emails in portions, and returns how many rows were missing or changed.
 * For restored backups and manual edits.
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
