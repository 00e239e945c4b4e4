import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { events } from './schema.ts'

/** What the webinar's provider told us. Seats stand in `webinar_seats`. */

const moment = () => timestamp({ withTimezone: true, mode: 'date' })

/** Calls of webhooks that were taken, for as long as their timestamp counts: none is taken twice. */
export const heardWebhooks = pgTable('heard_webhooks', {
  signature: text().primaryKey(),
  heardAt: moment().notNull(),
})

/** Recordings that the webinar's provider has finished; where they are shown is the organiser's choice. */
export const webinarRecordings = pgTable('webinar_recordings', {
  eventId: integer()
    .primaryKey()
    .references(() => events.id, { onDelete: 'cascade' }),
  recordedAt: moment().notNull(),
})
