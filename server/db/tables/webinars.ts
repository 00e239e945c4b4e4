import { and, eq } from 'drizzle-orm'
import { boolean, date, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { webinarSeatStates } from '#shared/seats.ts'
import { createdAt, id, instant, oneOf, updatedAt } from './columns.ts'
import { events } from './events.ts'
import { eventRegistrations } from './people.ts'

/** Which event has which webinar, who has a webinar seat in it, and what its provider told us. */

export const zoomWebinarMappings = pgTable('zoom_webinar_mappings', {
  id: id(),
  eventId: integer()
    .notNull()
    .unique()
    .references(() => events.id, { onDelete: 'cascade' }),
  webinarId: text().notNull(),
  webinarKey: text(),
  isActive: boolean().notNull().default(true),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
})

/** Joins an event to the webinar or meeting that it is held in, if it is in one. */
export const isHeldIn = and(
  eq(zoomWebinarMappings.eventId, events.id),
  eq(zoomWebinarMappings.isActive, true),
)

/** A registrant's way into the webinar, and how it came about. */
export const webinarSeats = pgTable(
  'webinar_seats',
  {
    registrationId: integer()
      .primaryKey()
      .references(() => eventRegistrations.id, { onDelete: 'cascade' }),
    /** The person's own address at the webinar's provider; never shown in a mail. */
    joinUrl: text(),
    /** The webinar that the rest of the row is about. */
    webinarId: text(),
    state: text({ enum: webinarSeatStates }).notNull().default('waiting'),
    attempts: integer().notNull().default(0),
    lastError: text(),
    /** When the present or last try began. */
    triedAt: instant(),
    seatedAt: instant(),
    /** When the provider says that they came in. */
    attendedAt: instant(),
    /** The provider was asked and its answer not noted: it may hold the registrant already. */
    isInDoubt: boolean().notNull().default(false),
    /** The UTC day for which the provider takes no more adds of this registrant, by its own word. */
    exhaustedOn: date('spent_on', { mode: 'string' }),
  },
  (table) => [
    oneOf('webinar_seats_state_check', table.state, webinarSeatStates),
    index('webinar_seats_webinar_index').on(table.webinarId, table.state),
  ],
)

/** Who went in, by whichever way: into a webinar or a room. */
export const joins = pgTable('joins', {
  registrationId: integer()
    .primaryKey()
    .references(() => eventRegistrations.id, { onDelete: 'cascade' }),
  joinCount: integer().notNull().default(0),
  firstJoinedAt: instant().notNull(),
})

/**
 * What was heard last of an event's webinar or meeting, apart from the event, whose last edit it is not.
 * What it means for the event, `liveSpan` says.
 */
export const liveStates = pgTable('live_states', {
  eventId: integer()
    .primaryKey()
    .references(() => events.id, { onDelete: 'cascade' }),
  startedAt: instant(),
  endedAt: instant(),
})

/** Calls of webhooks that were taken, for as long as their timestamp counts: none is taken twice. */
export const heardWebhooks = pgTable('heard_webhooks', {
  signature: text().primaryKey(),
  heardAt: instant().notNull(),
})

/** Recordings that the webinar's provider has finished; where they are shown is the organiser's choice. */
export const webinarRecordings = pgTable('webinar_recordings', {
  eventId: integer()
    .primaryKey()
    .references(() => events.id, { onDelete: 'cascade' }),
  recordedAt: instant().notNull(),
})
