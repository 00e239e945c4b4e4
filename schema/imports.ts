import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { importKinds } from '#kernel/values.ts'
import { createdAt, instant, oneOf } from './columns.ts'

/** What the organiser's admin area keeps beside the entities: pictures, import batches, the audit log. */

const count = () => integer().notNull().default(0)

/** One list of people as somebody imported it, in however many calls. */
export const importBatches = pgTable(
  'import_batches',
  {
    /** Made by the page, so that the parts of a long list find each other. */
    id: text().primaryKey(),
    kind: text({ enum: importKinds }).notNull(),
    /** The name at that time: an administrator may be gone by now. */
    username: text(),
    /** What the list's file was called; null where it was typed or pasted. */
    fileName: text(),
    /** The events that its rows are meant for. */
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
    /** When its last part was. */
    startedAt: createdAt(),
    /** An undo proceeds in portions: with this and without `undoneAt` it is half done. */
    undoBeganAt: instant(),
    /** Rows taken away so far, rows given their former values back, and people who stay as they are. */
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
 * What a batch did to one row: `before` holds the values it replaced, null where it added the row;
 * `after` what it wrote. Filled by triggers (greenroom_note_import), which alone see the old values.
 */
export const importBatchChanges = pgTable(
  'import_batch_changes',
  {
    /** An id of `import_batches`; unchecked, since 100,000 rows of a list would each look it up. */
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
