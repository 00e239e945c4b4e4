import { sql, type SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '#server/db/open.ts'
import type { Turns } from './create-turns.ts'

type Options = {
  isUrgent?: boolean
  /** Ids at once: ten thousand rows are counted in about ten milliseconds on the embedded database. */
  ids?: number
}

/** Answers of a query about each stretch of a table's ids, so that no one of them takes long. */
export async function* readStretches<Row extends Record<string, unknown>>(
  db: Db,
  turns: Turns,
  table: PgTable,
  query: (isWithin: SQL) => SQL,
  { ids = 10_000, ...options }: Options = {},
): AsyncGenerator<Row[]> {
  const newest = sql`select max(id) as id from ${table}`
  const last = (await turns(() => db.execute<{ id: number | null }>(newest), options)).rows[0]?.id
  for (let from = 0; from < (last ?? 0); from += ids) {
    const isWithin = sql`${table}.id > ${from}::int and ${table}.id <= ${from + ids}::int`
    yield (await turns(() => db.execute<Row>(query(isWithin)), options)).rows as Row[]
  }
}
