import { sql, type SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '#server/db/open.ts'
import type { Turns } from './create-turns.ts'
import { readStretches } from './read-stretches.ts'

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
