import { sql } from 'drizzle-orm'
import { check, index, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, id, updatedAt, words } from './columns.ts'

/** People and what they signed up for. */

const newKey = sql`replace(gen_random_uuid()::text, '-', '')`

/**
 * One row for each e-mail in `users`, `video_access` and `event_crew`, written by platform/people/save-people.ts.
 * A trigger deletes it with the last row that has the e-mail.
 */
export const people = pgTable(
  'people',
  {
    /** Names the person in addresses and logs, whatever becomes of their e-mail. */
    key: text().primaryKey().default(newKey),
    email: text().notNull().unique(),
    /** Names, companies and e-mail as they are searched: without accents, in small letters. */
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
    /** Of the person with their e-mail, so that lists need not look it up. */
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

/** What is kept of people and addresses that are gone: nothing that says who they were. */

/** Addresses that a person had before: they stay with the person, and go with them. */
export const formerAddresses = pgTable(
  'former_addresses',
  {
    id: id(),
    personKey: text()
      .notNull()
      .references(() => people.key, { onDelete: 'cascade', onUpdate: 'cascade' }),
    email: text().notNull(),
    /** The key of the person who was merged into this one; it still leads to them. */
    key: text(),
    leftAt: createdAt(),
  },
  (table) => [
    index('former_addresses_person_index').on(table.personKey),
    index('former_addresses_email_index').on(table.email),
    index('former_addresses_key_index').on(table.key),
  ],
)
