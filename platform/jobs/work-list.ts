import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#platform/db/open.ts'
import { matchPlainWords, matchWords } from '#platform/db/sql-parts.ts'
import type { QueueName } from './queues.ts'
import { findNextTries } from './waiting-jobs.ts'

/**
 * Background work that the admin area lists in a table: mails, webinar registrations or mailing list members, with a
 * job for each row.
 */
export type Work<Row extends { state: string }> = {
  queue: QueueName
  /**
   * SQL query for all rows of the list, with the fields of the response except the time of the next attempt. Used as a
   * subquery with the alias `t`.
   */
  rows: SQL
  states: readonly Row['state'][]
  /** Name of the field that contains the row's id. Newer rows have higher ids. */
  id: keyof Row & string
  /** Name of the field that contains the key of the job for the row. */
  job: keyof Row & string
}

/**
 * Filters of a list of background work. `kind`: for rows with a kind; `email`: part of the email; `search`: words
 * of the name or email.
 */
export type Chosen = { eventId?: number | null; kind?: string; email?: string; search?: string }
export type WorkFilter<State> = Chosen & { state?: State; before?: number; limit: number }

/**
 * SQL condition: the name and email of the row's person match a search. Matches people by their stored search text
 * first, because normalising the name of every row would block the embedded database for seconds.
 */
function isOfPerson(search: string): SQL {
  if (search.trim() === '') return sql`true`
  return sql`(t.email in (select p.email from people p where ${matchPlainWords(sql`p.words`, search)})
    and ${matchWords(sql`(t.name || ' ' || t.email)`, search)})`
}

/** SQL condition: the row of background work matches the filters. */
export function isChosen({ eventId, kind, email, search = '' }: Chosen): SQL {
  return sql`${eventId ? sql`t."eventId" = ${eventId}` : sql`true`}
    and ${kind ? sql`t.kind = ${kind}` : sql`true`}
    and ${email ? sql`strpos(t.email, ${email}) > 0` : sql`true`}
    and ${isOfPerson(search)}`
}

/**
 * Returns the newest rows of a list of background work that match `where`, each with the time of its job's next
 * attempt.
 */
export async function readWork<Row extends { state: string }>(
  db: Db,
  work: Work<Row>,
  where: SQL,
  limit = 1,
): Promise<(Row & { nextTryAt: string | null })[]> {
  const found = await db.execute(sql`select * from ${work.rows} t where ${where}
    order by ${sql.identifier(work.id)} desc limit ${limit}`)
  const rows = found.rows as unknown as Row[]
  const keys = rows.map((row) => String(row[work.job]))
  const next = await findNextTries(db, work.queue, keys)
  return rows.map((row, index) => ({ ...row, nextTryAt: next.get(keys[index]!) ?? null }))
}

/** Returns the number of matching rows per state. */
export async function countWork<Row extends { state: string }>(
  db: Db,
  work: Work<Row>,
  chosen: Chosen = {},
): Promise<Record<Row['state'], number>> {
  const { rows } = await db.execute<{ state: Row['state']; number: number }>(sql`
    select t.state, count(*)::int as number from ${work.rows} t where ${isChosen(chosen)}
    group by t.state`)
  const none = Object.fromEntries(work.states.map((state) => [state, 0]))
  const found = Object.fromEntries(rows.map(({ state, number }) => [state, number]))
  return { ...none, ...found } as Record<Row['state'], number>
}

/**
 * Returns a page of rows, newest first; `nextBefore` is the cursor of the next page. The counts by state cover all
 * pages.
 */
export async function listWork<Row extends { state: string }>(
  db: Db,
  work: Work<Row>,
  { state, before, limit, ...chosen }: WorkFilter<Row['state']>,
) {
  const shown = sql`${isChosen(chosen)} and ${state ? sql`t.state = ${state}` : sql`true`}
    and ${before ? sql`t.${sql.identifier(work.id)} < ${before}` : sql`true`}`
  const found = await readWork(db, work, shown, limit + 1)
  const page = found.slice(0, limit)
  const nextBefore = found.length > limit ? Number(page.at(-1)?.[work.id]) : null
  return { page, nextBefore, counts: await countWork(db, work, chosen) }
}
