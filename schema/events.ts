import { sql, type SQL } from 'drizzle-orm'
import { boolean, date, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { eventStatuses } from '#kernel/values.ts'
import { createdAt, id, instant, oneOf, publishMoment, updatedAt } from './columns.ts'

/** The series. Columns are the fields of its entities. */

export const events = pgTable(
  'events',
  {
    id: id(),
    /** Its name in addresses; whatever makes an event puts one of its title in place of the default. */
    slug: text()
      .notNull()
      .default(sql`gen_random_uuid()::text`)
      .unique('events_slug_unique'),
    title: text().notNull().default('Exclusive Interview'),
    eventDate: date({ mode: 'string' }),
    eventTime: text(),
    eventEndTime: text(),
    speakerName: text().notNull(),
    speakerTitle: text().notNull(),
    description: text().notNull(),
    videoUrl: text(),
    /** One address for everybody, shown to nobody but in the admin area and behind an open join link. */
    roomUrl: text(),
    featureImage: text().notNull(),
    bannerImage: text().notNull(),
    status: text({ enum: eventStatuses }).notNull().default('pre_registration'),
    dateConfirmed: boolean().notNull().default(false),
    priority: integer().notNull().default(0),
    recordingReady: boolean().notNull().default(false),
    /** Since when it is ready and has an address; null while it is not. A trigger notes it. */
    recordingReadyAt: instant(),
    /** When somebody published it by hand after it was a draft or waited for a moment. A trigger notes it. */
    publishedByHandAt: instant(),
    /** When something that visitors read of it changed last. A trigger notes it. */
    readersChangeAt: instant(),
    cancelledAt: instant(),
    /** From when on visitors see it; null: published. The one rule is `isPublished` of kernel/publishing.ts. */
    publishAt: publishMoment(),
    /** When its registration opened by a save, or opens with its publishing; none of samples, and of what was open before this was noted. */
    openedAt: instant(),
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

/** `isPublished` as SQL, of the row of `events` in a query: visitors see the event, or there is none. */
export function isPublishedAt(now: Date | SQL): SQL {
  const moment = now instanceof Date ? sql`${now.toISOString()}::timestamptz` : now
  return sql`(${events.publishAt} is null or ${events.publishAt} <= ${moment})`
}

/** The names that events had in addresses before; each leads to who bore it last. */
export const formerEventSlugs = pgTable(
  'former_event_slugs',
  {
    slug: text().primaryKey(),
    eventId: integer()
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
  },
  (table) => [index('former_event_slugs_event_index').on(table.eventId)],
)
