import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { registrationTypes } from '#kernel/values.ts'
import { createdAt, firstTouch, id, oneOf, words } from './columns.ts'
import { events } from './events.ts'
import { users } from './people.ts'

export const eventRegistrations = pgTable(
  'event_registrations',
  {
    id: id(),
    /** Null once the person is erased; the registration still counts in the event's statistics. */
    userId: integer().references(() => users.id, { onDelete: 'cascade' }),
    eventId: integer()
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    questions: words(),
    receiveUpdates: boolean().notNull().default(false),
    receiveEventInvites: boolean().notNull().default(false),
    zoomRegistrationId: text(),
    registrationSource: text().notNull().default('main_form'),
    firstTouch: firstTouch(),
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
