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
    /**
     * Computed columns, written by features/events/server/write-events.ts alone. `startsAt` and `endsAt` are the
     * instants of the times above; `endsAt` follows the rule of `eventEnd`, null without a date.
     */
    startsAt: instant(),
    endsAt: instant(),
    /** Since when `hasReadyRecording` is true of the event; null while it is not. */
    recordingReadyAt: instant(),
    /** When an administrator published a draft, or an event before its planned moment. */
    publishedByHandAt: instant(),
    /** When something that pages and feeds show of the event changed last. */
    readersChangeAt: instant(),
    cancelledAt: instant(),
    /** From when on visitors see it; null: published. The one rule is `isPublished` of kernel/publishing.ts. */
    publishAt: publishMoment(),
    /** When its registration opened by a save, or opens with its publishing; none of samples, and of what was open before this was noted. */
    openedAt: instant(),
    /** SEQUENCE of the calendar entry; computed: rises when the time changes, on cancelling and on restoring. */
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
