import { sql, type SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '#server/db/open.ts'
import { createPortions } from './create-portions.ts'
import type { Turns } from './create-turns.ts'

const ids = { first: 1000, least: 500, most: 20_000 }

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
  const inPortions = createPortions(turns, { ...ids, ...options })
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
