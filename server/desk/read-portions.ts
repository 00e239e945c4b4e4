import { desc, sql, type AnyColumn } from 'drizzle-orm'
import { fitPortion } from '#server/db/fit-portion.ts'
import type { Turns } from './create-turns.ts'

const firstSize = 250
/**
 * A portion may take a third of what a registration may wait. On a machine that is busy with other things
 * small ones take long, too, and help nobody.
 */
const bounds = { wantedMs: 30, least: 500, most: 5000 }

export type Place = { at: string; id: number }

/** One portion after another, as many rows at once as this machine gives in time; the last one is short. */
export async function* readPortions<Row, At = Place>(
  turns: Turns,
  read: (size: number, place: At | undefined) => Promise<(Row & { place: At })[]>,
  options: { isUrgent?: boolean } = {},
): AsyncGenerator<(Row & { place: At })[]> {
  let size = firstSize
  let place: At | undefined
  for (;;) {
    const wanted = size
    const found = await turns(async () => {
      const begun = performance.now()
      const some = await read(wanted, place)
      size = fitPortion(wanted, performance.now() - begun, bounds)
      return some
    }, options)
    if (found.length > 0) yield found
    if (found.length < wanted) return
    place = found.at(-1)?.place
  }
}

/** The same of rows that were made at some time, which is written as the lists give it: ISO 8601, UTC. */
export async function* readDatedPortions<Row extends { createdAt: Date }>(
  turns: Turns,
  read: (size: number, place: Place | undefined) => Promise<(Row & { place: Place })[]>,
): AsyncGenerator<(Omit<Row, 'createdAt'> & { createdAt: string })[]> {
  for await (const rows of readPortions(turns, read)) {
    yield rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }))
  }
}

/**
 * The order of the lists, newest first, with each row's place in it: a portion begins after the last one's
 * place, by an index. A row's place never changes, so that no row comes twice and none is passed over.
 */
export function newestFirst(table: { createdAt: AnyColumn; id: AnyColumn }) {
  return {
    // As text: a Date would lose the microseconds.
    place: { at: sql<string>`${table.createdAt}::text`, id: sql<number>`${table.id}` },
    after: (place: Place | undefined) =>
      place &&
      sql`(${table.createdAt}, ${table.id}) < (${place.at}::timestamptz, ${place.id}::int)`,
    order: [desc(table.createdAt), desc(table.id)],
  }
}
