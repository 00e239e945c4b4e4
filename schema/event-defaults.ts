import { sql } from 'drizzle-orm'
import { boolean, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instant, updatedAt, words } from './columns.ts'

/** One row: the values with which the form of a new event starts. Without a row, the form starts empty. */
export const eventDefaults = pgTable('event_defaults', {
  id: integer().primaryKey(),
  /** Start of a new event as HH:mm in the display zone. */
  startTime: text(),
  lengthMinutes: integer(),
  roomUrl: text(),
  title: words(),
  description: words(),
  /** Whether a new event gets the hosts and producers of the newest event that has any. */
  repeatsCrew: boolean().notNull().default(false),
  /** Minutes before the start at which events without times of their own have reminders. */
  reminderMinutes: integer()
    .array()
    .notNull()
    .default(sql`'{1440,60}'`),
  /** Whether the guests of a new event must approve its recording. */
  needsApproval: boolean().notNull().default(false),
  /** Time of day (HH:mm, display zone) of thank-you and missed-you mails. */
  followUpTime: text().notNull().default('10:00'),
  /** When these mails were switched on; null while they are off. Events that ended before get none. */
  thankYouSince: instant(),
  missedYouSince: instant(),
  updatedAt: updatedAt(),
})
