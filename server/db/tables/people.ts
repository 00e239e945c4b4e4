import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
} from 'drizzle-orm/pg-core'
import { registrationTypes } from '#shared/values.ts'
import { createdAt, id, oneOf, updatedAt, words } from './columns.ts'
import { events } from './events.ts'

/** People and what they signed up for. */

const newKey = sql`replace(gen_random_uuid()::text, '-', '')`

/**
 * Everybody whose e-mail is known, one row each: filled by triggers on the tables that make somebody
 * known (`users`, `video_access`), so that no road that writes those can forget it.
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
    /** Of the person with their e-mail, so that lists need not look it up: kept by the same triggers. */
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

export const eventRegistrations = pgTable(
  'event_registrations',
  {
    id: id(),
    /** Null: of somebody who was erased. It counts for its event, and is nobody's. */
    userId: integer().references(() => users.id, { onDelete: 'cascade' }),
    eventId: integer()
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    questions: words(),
    receiveUpdates: boolean().notNull().default(false),
    receiveEventInvites: boolean().notNull().default(false),
    zoomRegistrationId: text(),
    registrationSource: text().notNull().default('main_form'),
    registrationType: text({ enum: registrationTypes }).notNull().default('confirmed'),
    createdAt: createdAt(),
  },
  (table) => [
    unique('event_registrations_person_event_unique').on(table.userId, table.eventId),
    oneOf('event_registrations_type_check', table.registrationType, registrationTypes),
    index('event_registrations_event_index').on(table.eventId, table.createdAt),
    index('event_registrations_newest_index').on(table.createdAt, table.id),
  ],
)

export const videoAccess = pgTable(
  'video_access',
  {
    id: id(),
    userId: integer().references(() => users.id, { onDelete: 'cascade' }),
    eventId: integer().references(() => events.id, { onDelete: 'set null' }),
    receiveEventInvites: boolean().notNull().default(false),
    zoomRegistrationId: text(),
    videoTitle: text().notNull(),
    firstName: words(),
    lastName: words(),
    email: text().notNull(),
    company: words(),
    jobTitle: words(),
    mobile: words(),
    createdAt: createdAt(),
  },
  (table) => [
    check(
      'video_access_email_check',
      sql`${table.email} <> '' and ${table.email} = lower(${table.email})`,
    ),
    unique('video_access_email_event_unique').on(table.email, table.eventId).nullsNotDistinct(),
    index('video_access_user_index').on(table.userId),
    index('video_access_event_index').on(table.eventId),
    index('video_access_newest_index').on(table.createdAt, table.id),
  ],
)

export const userGroups = pgTable(
  'user_groups',
  {
    id: id(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    groupType: text().notNull(),
    groupIdentifier: text().notNull(),
    mailerliteGroupId: text(),
    createdAt: createdAt(),
  },
  (table) => [
    unique('user_groups_membership_unique').on(
      table.userId,
      table.groupType,
      table.groupIdentifier,
    ),
    index('user_groups_group_index').on(table.groupType, table.groupIdentifier),
  ],
)

/** The person's own decision not to hear from us, by e-mail, since imported viewers have no user row. */
export const unsubscriptions = pgTable(
  'unsubscriptions',
  {
    email: text().notNull(),
    topic: text({ enum: ['news', 'reminders'] }).notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.email, table.topic] }),
    oneOf('unsubscriptions_topic_check', table.topic, ['news', 'reminders']),
  ],
)
