import { sql, type SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Db } from './open.ts'
import { fitPortion } from './transactions.ts'

/**
 * Runs a database read of the admin area as soon as few enough others are running. Urgent reads run before those that
 * wait.
 */
export type Turns = <Result>(
  work: () => Promise<Result>,
  options?: { isUrgent?: boolean },
) => Promise<Result>

/**
 * Limits the concurrent reads of the admin area to `atOnce`. A visitor's registration then waits for at most one
 * such read on the embedded database, and never for a connection on a PostgreSQL server.
 */
export function createTurns(atOnce: number): Turns {
  const waiting: (() => void)[] = []
  let running = 0
  function passOn() {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
  return async (work, { isUrgent = false } = {}) => {
    if (running < atOnce) running += 1
    else {
      await new Promise<void>((begin) => (isUrgent ? waiting.unshift(begin) : waiting.push(begin)))
    }
    try {
      return await work()
    } finally {
      // Continue in the next event loop turn. By then, an urgent read that consists of several portions has queued its
      // next portion, which is run first.
      setImmediate(passOn)
    }
  }
}

/** Target duration of one portion of a read in milliseconds: a third of the time that a registration may wait. */
const wantedMs = 30

type PortionOptions = {
  /** Number of rows, ids or days in the first portion of a read. */
  first: number
  /**
   * Minimum size of a portion of a long read. On a busy machine even small portions are slow, and making them smaller
   * does not help.
   */
  least: number
  most: number
  isUrgent?: boolean
}

/**
 * Runs `work` as soon as few enough other reads are running. `work` reads one portion of a long list: at most `size`
 * rows, ids or days.
 */
type Portions = <Result>(work: (size: number) => Promise<Result>) => Promise<Result>

/** Splits a read into portions. The duration of each portion determines the size of the next. */
export function createPortions(
  turns: Turns,
  { first, isUrgent, ...bounds }: PortionOptions,
): Portions {
  let size = first
  return (work) =>
    turns(
      async () => {
        const begun = performance.now()
        const result = await work(size)
        size = fitPortion(size, performance.now() - begun, { wantedMs, ...bounds })
        return result
      },
      { isUrgent },
    )
}

const idsAtOnce = { first: 1000, least: 500, most: 20_000 }

/** Runs a query for one range of a table's ids after another and yields each result, so that no query takes long. */
export async function* readStretches<Row extends Record<string, unknown>>(
  db: Db,
  turns: Turns,
  table: PgTable,
  query: (isWithin: SQL) => SQL,
  options: { isUrgent?: boolean } = {},
): AsyncGenerator<Row[]> {
  const newest = sql`select max(id) as id from ${table}`
  const last = (await turns(() => db.execute<{ id: number | null }>(newest), options)).rows[0]?.id
  const inPortions = createPortions(turns, { ...idsAtOnce, ...options })
  for (let from = 0; from < (last ?? 0);) {
    const after = from
    const { rows, until } = await inPortions(async (size) => {
      const isWithin = sql`${table}.id > ${after}::int and ${table}.id <= ${after + size}::int`
      const { rows: found } = await db.execute<Row>(query(isWithin))
      return { rows: found as Row[], until: after + size }
    })
    yield rows
    from = until
  }
}

/** Counts the rows of a table that match a condition, by ranges of ids, with priority over reads of lists. */
export async function countRows(
  db: Db,
  turns: Turns,
  table: PgTable,
  condition: SQL = sql`true`,
): Promise<number> {
  const query = (isWithin: SQL) =>
    sql`select count(*)::int as number from ${table} where ${isWithin} and ${condition}`
  const options = { isUrgent: true }
  let count = 0
  for await (const [row] of readStretches<{ number: number }>(db, turns, table, query, options)) {
    count += row?.number ?? 0
  }
  return count
}
