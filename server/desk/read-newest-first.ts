import { sql, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '#server/db/open.ts'
import { fitPortion } from '#server/db/fit-portion.ts'
import { people } from '#server/db/tables/people.ts'
import type { Turns } from './create-turns.ts'

const firstSize = 250
/**
 * A portion may take a third of what a registration may wait. On a machine that is busy with other things
 * small ones take long, too, and help nobody.
 */
const bounds = { wantedMs: 30, least: 500, most: 5000 }

type Value = PgColumn | SQL
type OfPerson = { email: string; personKey: string | null }
type Portion = { [field: string]: unknown[] } & { placeAt: string[]; placeId: number[] }

export type Listing<Row extends OfPerson> = {
  /** Whose rows are listed, newest first. */
  table: PgTable & { createdAt: PgColumn; id: PgColumn }
  /** Which of them; all unless given. The others count as looked at, so that no portion looks for long. */
  where?: SQL
  /** What is looked up for each row of a portion: a lateral join that keeps every row. */
  beside?: SQL
  /** What each row shows. Instants are written as the lists give them: ISO 8601, UTC. */
  fields: { [Name in Exclude<keyof Row, 'personKey'>]: Value | { instant: Value } }
}

/**
 * A list of people newest first, one portion after another, as many rows at once as this machine gives in
 * time. A portion begins after the last one's place, by an index: a row's place never changes, so that no
 * row comes twice and none is passed over. What is beside a row is looked up for the portion's rows alone.
 */
export async function* readNewestFirst<Row extends OfPerson>(
  db: Db,
  turns: Turns,
  { fields, ...listing }: Listing<Row>,
): AsyncGenerator<Row[]> {
  const email = fields.email as Value
  const personKey = sql`(select p.key from ${people} p where p.email = ${email})`
  const columns = Object.entries<Value | { instant: Value }>({ ...fields, personKey }).map(
    ([name, value]) => {
      const isInstant = 'instant' in value
      return { name, isInstant, value: isInstant ? value.instant : value }
    },
  )
  const select = portionsOf(listing, columns)
  let size = firstSize
  let place = { at: 'infinity', id: 2 ** 31 - 1 }
  for (;;) {
    const wanted = size
    const portion = await turns(async () => {
      const begun = performance.now()
      const { rows } = await db.execute<Portion>(select(wanted, place))
      size = fitPortion(wanted, performance.now() - begun, bounds)
      return rows[0]!
    })
    const [at, id] = [portion.placeAt.at(-1), portion.placeId.at(-1)]
    const rows = toRows<Row>(portion, columns)
    if (rows.length > 0) yield rows
    if (at === undefined || id === undefined || portion.placeId.length < wanted) return
    place = { at, id }
  }
}

type Shown = { name: string; value: Value; isInstant: boolean }

/**
 * The statement of a portion. It answers one array for each field, which takes half of the work that rows
 * take, here and in the database.
 */
function portionsOf(
  { table, where = sql`true`, beside = sql`` }: Omit<Listing<OfPerson>, 'fields'>,
  shown: Shown[],
) {
  const columns = [
    ...shown.map((column) => ({ ...column, of: sql` filter (where "isShown")` })),
    { name: 'placeAt', value: table.createdAt, of: sql`` },
    { name: 'placeId', value: table.id, of: sql`` },
  ].map(({ name, ...column }) => ({ ...column, as: sql.identifier(name) }))
  const values = columns.map(({ value, as }) => sql`${value} as ${as}`)
  const arrays = columns.map(({ as, of }) => sql`coalesce(json_agg(${as})${of}, '[]') as ${as}`)
  const order = sql`order by ${table.createdAt} desc, ${table.id} desc`
  return (size: number, { at, id }: { at: string; id: number }) => sql`
    select ${sql.join(arrays, sql`, `)} from (
      select ${sql.join(values, sql`, `)}, ${where} as "isShown" from (
        select * from ${table}
        where (${table.createdAt}, ${table.id}) < (${at}::timestamptz, ${id}::int)
        ${order} limit ${size}::int) ${table}
      ${beside} ${order}) portion`
}

/** Objects out of an array for each field. */
function toRows<Row>(portion: Portion, shown: Shown[]): Row[] {
  const rows = portion['email']!.map((): Record<string, unknown> => ({}))
  for (const { name, isInstant } of shown) {
    for (const [index, value] of portion[name]!.entries()) {
      rows[index]![name] =
        isInstant && value !== null ? new Date(value as string).toISOString() : value
    }
  }
  return rows as Row[]
}
