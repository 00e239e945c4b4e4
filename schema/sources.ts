import { date, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { bytes, words } from './columns.ts'
import { events } from './events.ts'

/**
 * Page views of public pages, as sums. No row refers to a visitor. Days are in the time zone of the series at the time
 * of the view.
 */
export const pageViews = pgTable(
  'page_views',
  {
    day: date({ mode: 'string' }).notNull(),
    path: text().notNull(),
    /** The event on whose page the views were; null for other pages. */
    eventId: integer().references(() => events.id, { onDelete: 'set null' }),
    source: words(),
    campaign: words(),
    via: words(),
    views: integer().notNull(),
    /** How often a visitor opened a registration form on the page. */
    formsOpened: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.day, table.path, table.source, table.campaign, table.via] }),
    index('page_views_event_index').on(table.eventId, table.day),
  ],
)

/** Number of different visitors by day. Numbers of several days do not add up to visitors. */
export const visitorDays = pgTable('visitor_days', {
  day: date({ mode: 'string' }).primaryKey(),
  visitors: integer().notNull().default(0),
})

/** The random key of the day's pseudonyms. Deleted the next day, with all pseudonyms; backups omit both tables. */
export const visitorKeys = pgTable('visitor_keys', {
  day: date({ mode: 'string' }).primaryKey(),
  secret: bytes().notNull(),
})

/** Pseudonyms of the visitors who have been counted today. */
export const visitorMarks = pgTable(
  'visitor_marks',
  {
    day: date({ mode: 'string' })
      .notNull()
      .references(() => visitorKeys.day, { onDelete: 'cascade' }),
    mark: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.mark] })],
)
