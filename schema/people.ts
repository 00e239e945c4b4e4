import { sql } from 'drizzle-orm'
import { check, index, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, id, updatedAt, words } from './columns.ts'

/** People and their registrations. */

const newKey = sql`replace(gen_random_uuid()::text, '-', '')`

/**
 * One row for each email in `users`, `video_access` and `event_crew`, written by
 * platform/people/save-people.ts. A trigger deletes it with the last row that has the email.
 */
export const people = pgTable(
  'people',
  {
    /** Permanent id of the person in URLs and logs, independent of their email. */
    key: text().primaryKey().default(newKey),
    email: text().notNull().unique(),
    /** Search text: names, companies and email without accents in lower case. */
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
    /** Copy of the person's key, so that lists need no join. */
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

/** Former addresses, and other traces of people that do not identify them. */

/** A person's former addresses; deleted with the person. */
export const formerAddresses = pgTable(
  'former_addresses',
  {
    id: id(),
    personKey: text()
      .notNull()
      .references(() => people.key, { onDelete: 'cascade', onUpdate: 'cascade' }),
    email: text().notNull(),
    /** Key of the person who was merged into this one, which still leads to this person. */
    key: text(),
    leftAt: createdAt(),
  },
  (table) => [
    index('former_addresses_person_index').on(table.personKey),
    index('former_addresses_email_index').on(table.email),
    index('former_addresses_key_index').on(table.key),
  ],
)
