import { sql, type SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Db } from './open.ts'
import { fitPortion } from './transactions.ts'

/** Runs reads of the admin area, so many at once; an urgent one comes before those that wait. */
export type Turns = <Result>(
  work: () => Promise<Result>,
  options?: { isUrgent?: boolean },
) => Promise<Result>

/**
 * The admin area's reads take turns, so that registrations never wait for more than one of them on the embedded
 * database, and never for a connection on a server.
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
      // An urgent read's next portion is asked for by then, and does not wait behind a list's.
      setImmediate(passOn)
    }
  }
}

/** A portion may take a third of what a registration may wait. */
const wantedMs = 30

type PortionOptions = {
  /** Of the first portion. */
  first: number
  /**
   * On a machine that is busy with other things small portions take long, too, and help nobody: none is
   * smaller than this.
   */
  least: number
  most: number
  isUrgent?: boolean
}

/** Runs a portion of a read when its turn comes. `size`: how many rows, ids or days it may look at. */
type Portions = <Result>(work: (size: number) => Promise<Result>) => Promise<Result>

/**
 * The portions of one read of the admin area: each as large as takes the time that one may, by the last
 * one's.
 */
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

/** Answers of a query about each stretch of a table's ids, so that no one of them takes long. */
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

/** Counts rows a stretch of ids at a time, ahead of the lists that are being read. */
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
