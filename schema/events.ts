import { sql, type SQL } from 'drizzle-orm'
import { boolean, check, date, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { ReminderTimes } from '#kernel/reminder-times.ts'
import { eventStatuses } from '#kernel/values.ts'
import { createdAt, id, instant, oneOf, publishMoment, updatedAt } from './columns.ts'

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
    /** Since when `videoUrl` has its present value; null if it never changed. */
    videoUrlSince: instant(),
    /**
     * URL of the event's meeting room, the same for all registrants; shown only in the admin area and behind an open
     * join link.
     */
    roomUrl: text(),
    featureImage: text().notNull(),
    bannerImage: text().notNull(),
    status: text({ enum: eventStatuses }).notNull().default('pre_registration'),
    dateConfirmed: boolean().notNull().default(false),
    priority: integer().notNull().default(0),
    recordingReady: boolean().notNull().default(false),
    /** True if members see the recording only with the guests' approval. */
    needsApproval: boolean().notNull().default(false),
    /** When the guests approved the recording, or an administrator released it without them; null before. */
    approvedAt: instant(),
    /**
     * `videoUrlSince`, `startsAt`, `endsAt` and `recordingReadyAt` are computed columns; only features/events/server/write-events.ts
     * writes them. `startsAt` and `endsAt` are `eventDate` with `eventTime` and with `eventEndTime` as instants; null
     * without a date. `eventEnd` of kernel/event-time.ts computes a missing end time.
     */
    startsAt: instant(),
    endsAt: instant(),
    /** Since when `hasReadyRecording` of this event has been true; null while it is false. */
    recordingReadyAt: instant(),
    /** When an administrator published the event by hand, from a draft or before its scheduled time. */
    publishedByHandAt: instant(),
    /** When a field of the event that public pages or feeds show last changed. */
    readersChangeAt: instant(),
    cancelledAt: instant(),
    /**
     * When the event becomes visible to visitors; null if it already is. `isPublished` of kernel/publishing.ts has
     * the rule.
     */
    publishAt: publishMoment(),
    /**
     * When saving or publishing the event opened its registration; null for sample events and for events opened
     * before this column existed.
     */
    openedAt: instant(),
    /**
     * Computed: SEQUENCE of the event's iCalendar entry. Increases whenever the event moves, is cancelled or is
     * reinstated.
     */
    calendarSequence: integer().notNull().default(0),
    /** UID of the event in iCalendar files and at MailerLite, globally unique; the same after a restore. */
    calendarUid: text()
      .notNull()
      .unique('events_calendar_uid_unique')
      .default(sql`gen_random_uuid() || '@greenroom'`),
    /** Tags in the organiser's order; `eventTags` of the events contract limits their number and length. */
    tags: text()
      .array()
      .notNull()
      .default(sql`'{}'`),
    /**
     * When reminders are sent; see kernel/reminder-times.ts. An event without times of its own has a copy of the
     * series' times.
     */
    reminderMinutes: integer()
      .array()
      .notNull()
      .default(sql`'{1440,60}'`),
    remindersSince: jsonb().$type<ReminderTimes['remindersSince']>().notNull().default({}),
    hasOwnReminders: boolean().notNull().default(false),
    /** False if this event sends no thank-you and missed-you mails, even if the series does. */
    sendsFollowUps: boolean().notNull().default(true),
    /** Number of seats; null if they are unlimited. */
    capacity: integer(),
    isSample: boolean().notNull().default(false),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    oneOf('events_status_check', table.status, eventStatuses),
    check('events_capacity_check', sql`${table.capacity} > 0`),
    index('events_status_priority_index').on(table.status, table.priority),
  ],
)

/** Returns the condition of `isPublished` as SQL for a row of `events`; true also if an outer join found no event. */
export function isPublishedAt(now: Date | SQL): SQL {
  const moment = now instanceof Date ? sql`${now.toISOString()}::timestamptz` : now
  return sql`(${events.publishAt} is null or ${events.publishAt} <= ${moment})`
}

/** Former slugs of events. A URL with a former slug redirects to the event that used it last. */
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
