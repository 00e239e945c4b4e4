import { sql } from 'drizzle-orm'
import { check, index, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, id, updatedAt, words } from './columns.ts'

const newKey = sql`replace(gen_random_uuid()::text, '-', '')`

/**
 * One row for each email in `users`, `video_access` and `event_crew`, written by platform/people/save-people.ts. A
 * trigger deletes the row when none of these tables has the email any more.
 */
export const people = pgTable(
  'people',
  {
    /** Permanent id of the person in URLs and logs; stays when their email changes. */
    key: text().primaryKey().default(newKey),
    email: text().notNull().unique(),
    /** Text that searches match: names, companies and email in lower case without accents. */
    words: words(),
    createdAt: createdAt(),
  },
  (table) => [index('people_created_index').on(table.createdAt, table.key)],
)

export const users = pgTable(
  'users',
  {
    id: id(),
    firstName: words(),
    lastName: words(),
    email: text().notNull().unique(),
    company: words(),
    jobTitle: words(),
    mobile: words(),
    linkedin: words(),
    interests: text()
      .array()
      .notNull()
      .default(sql`'{}'::text[]`),
    questions: words(),
    /** Copy of `people.key`, so that lists need no join. */
    personKey: text().notNull().default(newKey),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    check(
      'users_email_check',
      sql`${table.email} <> '' and ${table.email} = lower(${table.email})`,
    ),
    index('users_newest_index').on(table.createdAt, table.id),
  ],
)

/** Former emails of a person; deleted with the person. */
export const formerAddresses = pgTable(
  'former_addresses',
  {
    id: id(),
    personKey: text()
      .notNull()
      .references(() => people.key, { onDelete: 'cascade', onUpdate: 'cascade' }),
    email: text().notNull(),
    /** Former `people.key` of a person merged into this one; its URLs redirect to this person. */
    key: text(),
    leftAt: createdAt(),
  },
  (table) => [
    index('former_addresses_person_index').on(table.personKey),
    index('former_addresses_email_index').on(table.email),
    index('former_addresses_key_index').on(table.key),
  ],
)
