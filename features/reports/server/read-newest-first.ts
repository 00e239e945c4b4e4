import { sql, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { ColumnTexts } from '#platform/db/column-texts.ts'
import type { Db } from '#platform/db/open.ts'
import { createPortions, type Turns } from '#platform/db/read-in-turns.ts'
import { instantText } from '#platform/db/sql-parts.ts'

const rowsAtOnce = { first: 250, least: 500, most: 2500 }

type Value = PgColumn | SQL
/**
 * One chunk of rows as the query returns it: for each field, the values of all rows as JSON text, and the position of
 * the last row.
 */
type Portion = { [field: string]: string } & Looked
type Looked = { looked: number; shown: number; placeAt: string | null; placeId: number | null }

type Listing<Row> = {
  table: PgTable & { createdAt: PgColumn; id: PgColumn }
  /** Which rows a chunk contains, by columns of the table only; default: all. */
  within?: SQL
  /**
   * Which rows of a chunk to yield; default: all. Rows that are left out count towards the size of a chunk, too, so that no query
   * reads many rows.
   */
  where?: SQL
  /**
   * LEFT JOINs that add data to the rows. Restrict their subqueries by `ofPortion`, so that they read data for the
   * current chunk of rows only.
   */
  beside?: SQL
  /** SQL for each field of the reply. With `instant`, the time is formatted as ISO 8601 in UTC. */
  fields: { [Name in keyof Row]: Value | { instant: Value } }
}

/**
 * Yields the rows of a list, newest first, in chunks whose size adapts to the query time. Each chunk starts after the
 * last row of the chunk before, found by an index. A row's position never changes, so no row is repeated or left out.
 * Joined data is read for the chunk's rows only.
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
 * Returns the SQL `any(…)` with the values of `column` in the current chunk of rows, by which a subquery reads data for
 * these rows only. End the subquery with `offset 0`; otherwise PostgreSQL flattens it and scans the table.
 */
export const ofPortion = (column: PgColumn) =>
  sql`any(array(select ${column} from portion ${column.table}))`

/**
 * Returns a function that builds the SQL query for one chunk of rows. The query returns one array per field, which
 * takes the database half as long as one row per entry.
 */
function portionsOf(
  { table, within = sql`true`, where = sql`true`, beside = sql`` }: Omit<Listing<object>, 'fields'>,
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
      where (${table.createdAt}, ${table.id}) < (${at}::timestamptz, ${id}::int) and ${within}
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
