import { integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { markSources, reportStates } from '#shared/attendance.ts'
import { instant, oneOf } from './columns.ts'
import { events } from './events.ts'
import { eventRegistrations } from './people.ts'

/** Who came to an event and how long they stayed, as the webinar's provider says. */

/**
 * Comings and goings of a registrant: `step` is 1 for each coming and -1 for each going. They are there as
 * long as the sum is above zero, however often and from however many devices they came.
 */
export const attendanceMarks = pgTable(
  'attendance_marks',
  {
    registrationId: integer()
      .notNull()
      .references(() => eventRegistrations.id, { onDelete: 'cascade' }),
    source: text({ enum: markSources }).notNull(),
    at: instant().notNull(),
    step: smallint().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.registrationId, table.source, table.at, table.step] }),
    oneOf('attendance_marks_source_check', table.source, markSources),
  ],
)

/** What became of the provider's report of an event. */
export const attendanceReports = pgTable(
  'attendance_reports',
  {
    eventId: integer()
      .primaryKey()
      .references(() => events.id, { onDelete: 'cascade' }),
    state: text({ enum: reportStates }).notNull().default('waiting'),
    /** Why there is none, in words for the organiser. */
    lastError: text(),
    /** Stays of people without a registration, hosts and guests among them. */
    unregistered: integer().notNull().default(0),
    /** When that was clear; an event that is held again later is asked for anew. */
    settledAt: instant(),
  },
  (table) => [oneOf('attendance_reports_state_check', table.state, reportStates)],
)
