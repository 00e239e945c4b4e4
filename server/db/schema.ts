import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  type PgColumn,
} from 'drizzle-orm/pg-core'
import { accessTypes, eventStatuses, registrationTypes } from '#shared/values.ts'

/** Tables of specification 3, then what decisions.md adds. Column names are the fields' in snake_case. */

const id = () => integer().primaryKey().generatedAlwaysAsIdentity()
const moment = () => timestamp({ withTimezone: true, mode: 'date' })
const createdAt = () => moment().notNull().defaultNow()
const updatedAt = () => moment().notNull().defaultNow()
const words = () => text().notNull().default('')

function oneOf(name: string, column: PgColumn, values: readonly string[]) {
  return check(name, sql`${column} in (${sql.raw(values.map((value) => `'${value}'`).join(', '))})`)
}

export const events = pgTable(
  'events',
  {
    id: id(),
    title: text().notNull().default('Exclusive Interview'),
    eventDate: date({ mode: 'string' }),
    eventTime: text(),
    eventEndTime: text(),
    speakerName: text().notNull(),
    speakerTitle: text().notNull(),
    description: text().notNull(),
    videoUrl: text(),
    featureImage: text().notNull(),
    bannerImage: text().notNull(),
    status: text({ enum: eventStatuses }).notNull().default('pre_registration'),
    dateConfirmed: boolean().notNull().default(false),
    priority: integer().notNull().default(0),
    recordingReady: boolean().notNull().default(false),
    cancelledAt: moment(),
    /** SEQUENCE of its calendar entry: a trigger raises it when the time changes or it is cancelled. */
    calendarSequence: integer().notNull().default(0),
    /** Names it outside of this database, whatever copy of it is restored: in calendars, at MailerLite. */
    calendarUid: text()
      .notNull()
      .unique('events_calendar_uid_unique')
      .default(sql`gen_random_uuid() || '@greenroom'`),
    isSample: boolean().notNull().default(false),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    oneOf('events_status_check', table.status, eventStatuses),
    index('events_status_priority_index').on(table.status, table.priority),
  ],
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
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    check(
      'users_email_check',
      sql`${table.email} <> '' and ${table.email} = lower(${table.email})`,
    ),
    index('users_created_at_index').on(table.createdAt),
  ],
)

export const eventRegistrations = pgTable(
  'event_registrations',
  {
    id: id(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
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
    index('event_registrations_created_at_index').on(table.createdAt),
  ],
)

export const zoomWebinarMappings = pgTable('zoom_webinar_mappings', {
  id: id(),
  eventId: integer()
    .notNull()
    .unique()
    .references(() => events.id, { onDelete: 'cascade' }),
  webinarId: text().notNull(),
  webinarKey: text(),
  isActive: boolean().notNull().default(true),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
})

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
    index('video_access_created_at_index').on(table.createdAt),
  ],
)

export const memberPageAccess = pgTable(
  'member_page_access',
  {
    id: id(),
    email: text().notNull(),
    accessType: text({ enum: accessTypes }).notNull(),
    videoId: integer().references(() => events.id, { onDelete: 'set null' }),
    videoTitle: text(),
    sessionDuration: integer(),
    ipAddress: text(),
    userAgent: text(),
    sessionId: integer().references(() => sessions.id, { onDelete: 'set null' }),
    accessedAt: moment().notNull().defaultNow(),
  },
  (table) => [
    oneOf('member_page_access_type_check', table.accessType, accessTypes),
    index('member_page_access_email_index').on(table.email, table.accessType, table.accessedAt),
    index('member_page_access_type_index').on(table.accessType, table.accessedAt),
    index('member_page_access_video_index').on(table.videoId),
    index('member_page_access_session_index').on(table.sessionId),
    index('member_page_access_address_index')
      .on(table.accessedAt)
      .where(sql`${table.ipAddress} is not null or ${table.userAgent} is not null`),
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

export const administrators = pgTable('administrators', {
  id: id(),
  username: text().notNull().unique(),
  passwordHash: text().notNull(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
})

/** One row a signed-in browser; the cookie holds the token, this row only its SHA-256. */
export const sessions = pgTable(
  'sessions',
  {
    id: id(),
    tokenHash: text().notNull().unique(),
    email: text(),
    administratorId: integer().references(() => administrators.id, { onDelete: 'cascade' }),
    administratorUntil: moment(),
    verifiedAt: moment(),
    /** Set by a migration: how long a cookie of the name that all had before still opens it on https. */
    plainNameUntil: moment(),
    createdAt: createdAt(),
    lastUsedAt: moment().notNull().defaultNow(),
  },
  (table) => [
    index('sessions_email_index').on(table.email),
    index('sessions_last_used_index').on(table.lastUsedAt),
    index('sessions_administrator_index').on(table.administratorId),
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

/** Counters of rate-limiter-flexible, so that limits hold across nodes. Times are Unix milliseconds. */
export const rateLimits = pgTable('rate_limits', {
  key: text().primaryKey(),
  points: integer().notNull().default(0),
  expire: bigint({ mode: 'number' }),
})
