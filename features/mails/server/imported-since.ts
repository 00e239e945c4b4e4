import { sql, type SQL } from 'drizzle-orm'

/** Nobody is written to, or seated, so soon after an import: the organiser may still undo it. */
export const importSettlingMs = 5 * 60_000

/**
 * The ids of registrations that imports since then made or changed, as a subquery; of those half undone
 * as well, since the beginning of that. As a list that is
 * made once: looked up for each person it took half a minute with 4,500.
 */
export function importedSince(moment: Date): SQL {
  return sql`(select c.row_id from import_batches b join import_batch_changes c on c.batch_id = b.id
    where greatest(b.started_at, b.undo_began_at) > ${moment.toISOString()}::timestamptz
      and c.table_name = 'event_registrations' and c.after <> '{}')`
}
