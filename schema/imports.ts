import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { importKinds } from '#kernel/values.ts'
import { createdAt, instant, oneOf } from './columns.ts'

/** Import batches, and the changes that each made to rows of other tables. */

const count = () => integer().notNull().default(0)

/** An import of a list of people, sent in one or more calls. */
export const importBatches = pgTable(
  'import_batches',
  {
    /** Id of the import, generated in the browser, which sends a long list in several calls with the same id. */
    id: text().primaryKey(),
    kind: text({ enum: importKinds }).notNull(),
    /** Name of the administrator who ran the import; copied, because the account may be deleted later. */
    username: text(),
    /** Name of the imported file; null if the list was typed or pasted. */
    fileName: text(),
    /** Ids of the events that the people were imported for. */
    eventIds: integer()
      .array()
      .notNull()
      .default(sql`'{}'::integer[]`),
    rows: count(),
    imported: count(),
    updated: count(),
    videoOnly: count(),
    eventRegistrations: count(),
    duplicates: count(),
    failed: count(),
    /** When the last call of this import arrived; the browser sends a long list in several calls. */
    startedAt: createdAt(),
    /**
     * When an administrator began to undo the import. The undo deletes a limited number of rows at a time and is
     * unfinished until `undoneAt` is set.
     */
    undoBeganAt: instant(),
    /**
     * Results of the undo: `removed` counts deleted rows, `restored` rows reset to their former values, `left` people
     * who stay unchanged.
     */
    removed: count(),
    restored: count(),
    left: count(),
    undoneAt: instant(),
    undoneBy: text(),
  },
  (table) => [
    oneOf('import_batches_kind_check', table.kind, importKinds),
    index('import_batches_started_index').on(table.startedAt),
  ],
)

/**
 * One row that an import batch added or changed. `before` has the replaced values, null for an added row; `after` has
 * the new values. The trigger `greenroom_note_import` writes it, because only a trigger sees the old values.
 */
export const importBatchChanges = pgTable(
  'import_batch_changes',
  {
    /** Id of the import batch; no foreign key, because checking one for 100,000 rows is slow. */
    batchId: text().notNull(),
    tableName: text().notNull(),
    rowId: integer().notNull(),
    before: jsonb().$type<Record<string, unknown>>(),
    after: jsonb().$type<Record<string, unknown>>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.batchId, table.tableName, table.rowId] }),
    index('import_batch_changes_row_index').on(table.rowId, table.tableName),
  ],
)
