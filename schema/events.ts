import { sql, type SQL } from 'drizzle-orm'
import { boolean, date, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { eventStatuses } from '#kernel/values.ts'
import { createdAt, id, instant, oneOf, publishMoment, updatedAt } from './columns.ts'

/** Events of the series. */

export const events = pgTable(
  'events',
  {
    id: id(),
    /** The event's name in URLs. Code that creates an event replaces the default by one made from the title. */
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
    /**
     * URL of the meeting room, the same for all; displayed only in the admin area and behind an open join link.
     */
    roomUrl: text(),
    featureImage: text().notNull(),
    bannerImage: text().notNull(),
    status: text({ enum: eventStatuses }).notNull().default('pre_registration'),
    dateConfirmed: boolean().notNull().default(false),
    priority: integer().notNull().default(0),
    recordingReady: boolean().notNull().default(false),
    /**
     * Computed columns, written only by features/events/server/write-events.ts. `startsAt` and `endsAt` are the
     * instants of the times above; `endsAt` follows `eventEnd` and is null without a date.
     */
    startsAt: instant(),
    endsAt: instant(),
    /** Since when `hasReadyRecording` is true for the event; null while it is false. */
    recordingReadyAt: instant(),
    /** When an administrator published a draft, or an event before its scheduled time. */
    publishedByHandAt: instant(),
    /** When a field that pages and feeds show last changed. */
    readersChangeAt: instant(),
    cancelledAt: instant(),
    /**
     * When visitors can see the event; null if published. `isPublished` of kernel/publishing.ts defines the
     * rule.
     */
    publishAt: publishMoment(),
    /**
     * When registration opened by a save, or opens by publishing; null for samples and for events opened before
     * this column existed.
     */
    openedAt: instant(),
    /**
     * SEQUENCE of the calendar entry; computed. Increases when the time changes, on cancelling and on
     * reinstating.
     */
    calendarSequence: integer().notNull().default(0),
    /** Globally unique id in calendars and at MailerLite, the same in every restored backup. */
    calendarUid: text()
      .notNull()
      .unique('events_calendar_uid_unique')
      .default(sql`gen_random_uuid() || '@greenroom'`),
    /** Topics in the organiser's order; `eventTags` of the contract bounds them. */
    tags: text()
      .array()
      .notNull()
      .default(sql`'{}'`),
    isSample: boolean().notNull().default(false),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    oneOf('events_status_check', table.status, eventStatuses),
    index('events_status_priority_index').on(table.status, table.priority),
  ],
)

/** `isPublished` as SQL for a row of `events`; also true for a missing row of an outer join. */
export function isPublishedAt(now: Date | SQL): SQL {
  const moment = now instanceof Date ? sql`${now.toISOString()}::timestamptz` : now
  return sql`(${events.publishAt} is null or ${events.publishAt} <= ${moment})`
}

/** Former slugs of events; each redirects to the event that used it last. */
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
