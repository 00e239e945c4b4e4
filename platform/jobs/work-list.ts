import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#platform/db/open.ts'
import { matchPlainWords, matchWords } from '#platform/db/sql-parts.ts'
import type { QueueName } from './queues.ts'
import { findNextTries } from './waiting-jobs.ts'

/** What of one kind was, is or is to be done: mails, seats, members. */
export type Work<Row extends { state: string }> = {
  queue: QueueName
  /** Every row there is, as it is answered but for its next try; by the name `t`. */
  rows: SQL
  states: readonly Row['state'][]
  /** The field that a row is known by; the newest has the highest. */
  id: keyof Row & string
  /** The field that its job is known by. */
  job: keyof Row & string
}

/** `kind`: where rows have one; `email`: a part of the address; `search`: words of name or e-mail. */
export type Chosen = { eventId?: number | null; kind?: string; email?: string; search?: string }
export type WorkFilter<State> = Chosen & { state?: State; before?: number; limit: number }

/**
 * Whether words of name or e-mail are those of a row. People are found by their stored words first: making
 * every row's name plain would hold the embedded database for seconds.
 */
function isOfPerson(search: string): SQL {
  if (search.trim() === '') return sql`true`
  return sql`(t.email in (select p.email from people p where ${matchPlainWords(sql`p.words`, search)})
    and ${matchWords(sql`(t.name || ' ' || t.email)`, search)})`
}

/** Whether a row is of what somebody asked for. */
export function isChosen({ eventId, kind, email, search = '' }: Chosen): SQL {
  return sql`${eventId ? sql`t."eventId" = ${eventId}` : sql`true`}
    and ${kind ? sql`t.kind = ${kind}` : sql`true`}
    and ${email ? sql`strpos(t.email, ${email}) > 0` : sql`true`}
    and ${isOfPerson(search)}`
}

/** The newest rows, each with the queue's own time of its next try. */
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

/** How many of the rows asked for are in which state. */
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

/** A page, newest first; `nextBefore` asks for the next one. The counts are of all states and pages. */
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
