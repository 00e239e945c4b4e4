import { boolean, integer, pgTable, text, timestamp, unique } from 'drizzle-orm/pg-core'
import { users } from './schema.ts'

const moment = () => timestamp({ withTimezone: true, mode: 'date' })

/** Evidence of each consent: what was agreed to, where, under which wording. */
export const consents = pgTable(
  'consents',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    receiveUpdates: boolean().notNull(),
    receiveEventInvites: boolean().notNull(),
    source: text().notNull(),
    wordingVersion: text().notNull(),
    givenAt: moment().notNull().defaultNow(),
    /** When a link in a mail first showed, before or after, whose address it is; null: never so far. */
    addressVerifiedAt: moment(),
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
