import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { bucketSeconds } from '#shared/watch-progress.ts'
import type { sessionWatchProgress, watchProgress } from '#server/db/tables/library.ts'

type Table = typeof watchProgress | typeof sessionWatchProgress

/** SQL for the watched part of a recording, from 0 to 1: its watched buckets of all that it has. */
export function watchedShare(row: { watched: SQLWrapper; duration: SQLWrapper }): SQL<number> {
  const all = sql`ceil(${row.duration} / ${bucketSeconds})::int`
  return sql<number>`coalesce((select sum(upper(part) - lower(part))
    from unnest(${row.watched} * int4multirange(int4range(0, ${all}))) as part), 0)::float8 / ${all}`
}

/** What the contract tells of a row. */
export function progressColumns(table: Table) {
  return {
    videoId: table.eventId,
    position: table.position,
    duration: table.duration,
    watchedShare: watchedShare(table),
    updatedAt: table.updatedAt,
  }
}
