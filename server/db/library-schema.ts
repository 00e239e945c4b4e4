import {
  customType,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from 'drizzle-orm/pg-core'
import { events, sessions } from './schema.ts'

/** How far recordings were watched. decisions.md, "People and access". */

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
  updatedAt: timestamp({ withTimezone: true, mode: 'date' }).notNull().defaultNow(),
})

/** How far each recording was watched with an e-mail, on any device: for verified sessions. */
export const watchProgress = pgTable(
  'watch_progress',
  { email: text().notNull(), ...watched() },
  (table) => [
    primaryKey({ columns: [table.email, table.eventId] }),
    index('watch_progress_event_index').on(table.eventId),
  ],
)

/** The part of it that one session wrote itself: all that it sees until it is verified. */
export const sessionWatchProgress = pgTable(
  'session_watch_progress',
  {
    sessionId: integer()
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    ...watched(),
  },
  (table) => [
    primaryKey({ columns: [table.sessionId, table.eventId] }),
    index('session_watch_progress_event_index').on(table.eventId),
  ],
)
