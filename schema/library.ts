import { sql, type SQL } from 'drizzle-orm'
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
import { bucketSeconds } from '#kernel/watched-buckets.ts'
import { id, instant, oneOf } from './columns.ts'
import { events } from './events.ts'
import { sessions } from './sign-in.ts'

/** Tables of the video library: watch progress of recordings, and the log of visits and watched recordings. */

/** Watched parts of a recording: ranges of five-second buckets, such as `{[0,12),[40,41)}`; `+` returns the union. */
const buckets = customType<{ data: string }>({ dataType: () => 'int4multirange' })

/** Returns SQL for the share of a recording that was watched, from 0 to 1. */
export function watchedShare(watched: SQL, duration: SQL): SQL<number> {
  const all = sql`ceil(${duration} / ${sql.raw(String(bucketSeconds))})::int`
  return sql<number>`coalesce(greenroom_length(${watched} * int4multirange(int4range(0, ${all})))::float8 / nullif(${all}, 0), 0)`
}

const watched = () => ({
  eventId: integer()
    .notNull()
    .references(() => events.id, { onDelete: 'cascade' }),
  watched: buckets().notNull(),
  /** Playback position, in seconds from the beginning of the recording. */
  position: doublePrecision().notNull(),
  duration: doublePrecision().notNull(),
  watchedShare: doublePrecision()
    .notNull()
    .generatedAlwaysAs(watchedShare(sql`watched`, sql`duration`)),
  updatedAt: instant().notNull().defaultNow(),
})

/**
 * A person's watch progress in each recording, on all devices. Only sessions verified by a mailed link or code read
 * and write it.
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
 * SQL assignments of an upsert that merge the new watch progress (`excluded`) into the existing row (`kept`): the
 * union of the watched buckets, with position and duration of the later row.
 */
export const mergedProgress = sql`watched = kept.watched + excluded.watched,
  position = case when excluded.updated_at >= kept.updated_at then excluded.position else kept.position end,
  duration = case when excluded.updated_at >= kept.updated_at then excluded.duration else kept.duration end,
  updated_at = greatest(kept.updated_at, excluded.updated_at)`

/**
 * Watch progress of a session that no mailed link or code has verified; only that session sees it. Verification
 * merges it into the person's progress. When the session ends, the row stays for statistics, with `sessionId` null.
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
    /**
     * Number of repeated visits or plays of the same type in the same session within a minute of `accessedAt`, up to a
     * maximum. They have no rows of their own.
     */
    repeats: integer().notNull().default(0),
  },
  (table) => [
    oneOf('member_page_access_type_check', table.accessType, accessTypes),
    // This index includes `repeats`, so that PostgreSQL computes statistics per person without reading the table.
    index('member_page_access_email_index').on(
      table.email,
      table.accessType,
      table.accessedAt,
      table.repeats,
    ),
    index('member_page_access_type_index').on(table.accessType, table.accessedAt),
    index('member_page_access_video_index').on(table.videoId),
    index('member_page_access_session_index').on(table.sessionId),
    // This index serves the sweep that replaces rows of ended sessions by daily sums in `member_page_access_sums`.
    index('member_page_access_ended_index')
      .on(table.accessedAt)
      .where(sql`${table.sessionId} is null`),
    index('member_page_access_address_index')
      .on(table.accessedAt)
      .where(sql`${table.ipAddress} is not null or ${table.userAgent} is not null`),
  ],
)

/**
 * Daily sums of rows deleted from `member_page_access`, by person, type and recording. Several rows may have the same
 * person, type, recording and day, and readers add them up, so that merging people and deleting events need no
 * special case.
 */
export const memberPageAccessSums = pgTable(
  'member_page_access_sums',
  {
    id: id(),
    email: text().notNull(),
    accessType: text({ enum: accessTypes }).notNull(),
    videoId: integer().references(() => events.id, { onDelete: 'set null' }),
    /** Day of the visits or plays, in the time zone that the series had when the row was written. */
    day: date({ mode: 'string' }).notNull(),
    /** Number of visits or plays, including their `repeats`. */
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
