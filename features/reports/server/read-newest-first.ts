import { sql, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { ColumnTexts } from '#kernel/list-columns.ts'
import type { Db } from '#platform/db/open.ts'
import { createPortions, type Turns } from '#platform/db/read-in-turns.ts'
import { instantText } from '#platform/db/sql-parts.ts'

const rowsAtOnce = { first: 250, least: 500, most: 2500 }

type Value = PgColumn | SQL
/** What a portion's statement answers: its columns, and where its last row stands. */
type Portion = { [field: string]: string } & Looked
type Looked = { looked: number; shown: number; placeAt: string | null; placeId: number | null }

type Listing<Row> = {
  /** Whose rows are listed, newest first. */
  table: PgTable & { createdAt: PgColumn; id: PgColumn }
  /** Which of them; all unless given. The others count as looked at, so that no portion looks for long. */
  where?: SQL
  /** What stands beside the rows: left joins to what `ofPortion` looks up. */
  beside?: SQL
  /** What each row shows. Instants are written as the lists give them: ISO 8601, UTC. */
  fields: { [Name in keyof Row]: Value | { instant: Value } }
}

/**
 * A list of people newest first, one portion after another, as many rows at once as this machine gives in
 * time. A portion begins after the last one's place, by an index: a row's place never changes, so that no
 * row comes twice and none is passed over. What is beside a row is looked up for the portion's rows alone.
 */
export async function* readNewestFirst<Row extends object>(
  db: Db,
  turns: Turns,
  { fields, ...listing }: Listing<Row>,
): AsyncGenerator<ColumnTexts<Row>> {
  const columns = Object.entries<Value | { instant: Value }>(fields).map(([name, value]) => ({
    name,
    value: 'instant' in value ? instantText(sql`${value.instant}`) : value,
  }))
  const select = portionsOf(listing, columns)
  const inPortions = createPortions(turns, rowsAtOnce)
  let place = { at: 'infinity', id: 2 ** 31 - 1 }
  for (;;) {
    const { isLast, shown, placeAt, placeId, ...texts } = await inPortions(async (size) => {
      const { rows } = await db.execute<Portion>(select(size, place))
      const { looked, ...portion } = rows[0]!
      return { ...portion, isLast: looked < size }
    })
    if (shown > 0) yield texts as ColumnTexts<Row>
    if (placeAt === null || placeId === null || isLast) return
    place = { at: placeAt, id: placeId }
  }
}

/**
 * What rows of another table are to be equal to in a column, to be beside the portion's: all are found by
 * one scan of an index, in half of the time that a scan for each takes. Their `select` ends with `offset 0`,
 * lest it be made part of the join again.
 */
export const ofPortion = (column: PgColumn) =>
  sql`any(array(select ${column} from portion ${column.table}))`

/**
 * The statement of a portion. It answers one array for each field, which takes half of the work that rows
 * take in the database, and none here.
 */
function portionsOf(
  { table, where = sql`true`, beside = sql`` }: Omit<Listing<object>, 'fields'>,
  columns: { name: string; value: Value }[],
) {
  const named = columns.map(({ name, value }) => ({ value, as: sql.identifier(name) }))
  const values = named.map(({ value, as }) => sql`${value} as ${as}`)
  const arrays = named.map(
    ({ as }) => sql`coalesce(json_agg(${as}) filter (where "isShown"), '[]')::text as ${as}`,
  )
  const order = sql`order by ${table.createdAt} desc, ${table.id} desc`
  return (size: number, { at, id }: { at: string; id: number }) => sql`
    with portion as materialized (
      select * from ${table}
      where (${table.createdAt}, ${table.id}) < (${at}::timestamptz, ${id}::int)
      ${order} limit ${size}::int)
    select ${sql.join(arrays, sql`, `)}, count(*)::int as looked,
      (count(*) filter (where "isShown"))::int as shown,
      (array_agg("placeAt"))[count(*)]::text as "placeAt",
      (array_agg("placeId"))[count(*)] as "placeId"
    from (
      select ${sql.join(values, sql`, `)}, ${where} as "isShown",
        ${table.createdAt} as "placeAt", ${table.id} as "placeId"
      from portion ${table} ${beside} ${order}) listed`
}
