import { bigint, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { id, instant } from './columns.ts'

/** Every try to copy the database to where copies are kept, whatever became of it. */
export const backups = pgTable(
  'backups',
  {
    id: id(),
    /** The copy holds all that was answered before this moment. */
    madeAt: instant().notNull(),
    endedAt: instant().notNull(),
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
