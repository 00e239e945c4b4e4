import { sql } from 'drizzle-orm'
import {
  customType,
  date,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
} from 'drizzle-orm/pg-core'
import { accessTypes } from '#kernel/values.ts'
import { id, instant, oneOf } from './columns.ts'
import { events } from './events.ts'
import { sessions } from './sign-in.ts'

/** How far recordings were watched. Specification, "Watch progress". */

/** Sets of five-second buckets, e.g. `{[0,12),[40,41)}`: `+` merges two of them, in any order. */
const buckets = customType<{ data: string }>({ dataType: () => 'int4multirange' })

const watched = () => ({
  eventId: integer()
    .notNull()
    .references(() => events.id, { onDelete: 'cascade' }),
  watched: buckets().notNull(),
  /** Seconds into the recording. */
  position: doublePrecision().notNull(),
  duration: doublePrecision().notNull(),
  updatedAt: instant().notNull().defaultNow(),
})

/**
 * How far a person watched each recording, on any device: written and read by verified sessions
 * only.
 */
export const watchProgress = pgTable(
  'watch_progress',
  { email: text().notNull(), ...watched() },
  (table) => [
    primaryKey({ columns: [table.email, table.eventId] }),
    index('watch_progress_event_index').on(table.eventId),
  ],
)

/**
 * The assignments by which an upsert merges `excluded` into the row `kept` of watched recordings: the union of what
 * was watched, with the position and the duration of the later row.
 */
export const mergedProgress = sql`watched = kept.watched + excluded.watched,
  position = case when excluded.updated_at >= kept.updated_at then excluded.position else kept.position end,
  duration = case when excluded.updated_at >= kept.updated_at then excluded.duration else kept.duration end,
  updated_at = greatest(kept.updated_at, excluded.updated_at)`

/**
 * What an unverified session wrote: all that it sees, and nothing that anybody else does. It joins the
 * person's when that session is verified, and stays without session, for figures, when it ends.
 */
export const sessionWatchProgress = pgTable(
  'session_watch_progress',
  {
    id: id(),
    email: text().notNull(),
    sessionId: integer().references(() => sessions.id, { onDelete: 'set null' }),
    ...watched(),
  },
  (table) => [
    unique('session_watch_progress_once_unique').on(table.sessionId, table.eventId),
    index('session_watch_progress_event_index').on(table.eventId),
    index('session_watch_progress_email_index').on(table.email),
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
    accessedAt: instant().notNull().defaultNow(),
    /** Further uses of the same kind within a minute of `accessedAt`, as many as figures count. */
    repeats: integer().notNull().default(0),
  },
  (table) => [
    oneOf('member_page_access_type_check', table.accessType, accessTypes),
    // With `repeats`, so that figures by person read the index alone.
    index('member_page_access_email_index').on(
      table.email,
      table.accessType,
      table.accessedAt,
      table.repeats,
    ),
    index('member_page_access_type_index').on(table.accessType, table.accessedAt),
    index('member_page_access_video_index').on(table.videoId),
    index('member_page_access_session_index').on(table.sessionId),
    // For the sweep that adds old uses to the sums.
    index('member_page_access_ended_index')
      .on(table.accessedAt)
      .where(sql`${table.sessionId} is null`),
    index('member_page_access_address_index')
      .on(table.accessedAt)
      .where(sql`${table.ipAddress} is not null or ${table.userAgent} is not null`),
  ],
)

/**
 * Sums of uses that were removed from `member_page_access`, by person, type, recording and day. Several rows
 * may have the same four: readers add them up, so that merging people and deleting events need no special case.
 */
export const memberPageAccessSums = pgTable(
  'member_page_access_sums',
  {
    id: id(),
    email: text().notNull(),
    accessType: text({ enum: accessTypes }).notNull(),
    videoId: integer().references(() => events.id, { onDelete: 'set null' }),
    /** In the display zone of when the row was written. */
    day: date({ mode: 'string' }).notNull(),
    /** With repeats. */
    uses: integer().notNull(),
    lastAt: instant().notNull(),
  },
  (table) => [
    oneOf('member_page_access_sums_type_check', table.accessType, accessTypes),
    index('member_page_access_sums_email_index').on(
      table.email,
      table.accessType,
      table.lastAt,
      table.uses,
    ),
    index('member_page_access_sums_day_index').on(table.day),
    index('member_page_access_sums_video_index').on(table.videoId),
  ],
)
