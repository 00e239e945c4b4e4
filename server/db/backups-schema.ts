import { bigint, index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** Every try to copy the database to where copies are kept, whatever became of it. */
export const backups = pgTable(
  'backups',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** The copy holds all that was answered before this moment. */
    madeAt: timestamp({ withTimezone: true, mode: 'date' }).notNull(),
    endedAt: timestamp({ withTimezone: true, mode: 'date' }).notNull(),
    /** Its name where it is kept. */
    name: text().notNull(),
    /** Counted in a database made from it; null where none could be. */
    people: integer(),
    rows: integer(),
    size: bigint({ mode: 'number' }),
    /** Why it is no good; null for a good one. */
    failure: text(),
  },
  (table) => [index('backups_made_index').on(table.madeAt)],
)
