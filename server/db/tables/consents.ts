import { boolean, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { id, instant } from './columns.ts'
import { users } from './people.ts'

/** Evidence of each consent: what was agreed to, where, under which wording. */
export const consents = pgTable(
  'consents',
  {
    id: id(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    receiveUpdates: boolean().notNull(),
    receiveEventInvites: boolean().notNull(),
    source: text().notNull(),
    wordingVersion: text().notNull(),
    givenAt: instant().notNull().defaultNow(),
    /** When a link in a mail first showed, before or after, whose address it is; null: never so far. */
    addressVerifiedAt: instant(),
  },
  (table) => [
    unique('consents_once_unique').on(
      table.userId,
      table.source,
      table.wordingVersion,
      table.receiveUpdates,
      table.receiveEventInvites,
    ),
  ],
)
