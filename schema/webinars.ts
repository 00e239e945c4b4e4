import { and, eq, sql } from 'drizzle-orm'
import {
  boolean,
  date,
  index,
  integer,
  pgTable,
  text,
  primaryKey,
  smallint,
} from 'drizzle-orm/pg-core'
import { webinarSeatStates, markSources, reportStates } from '#kernel/values.ts'
import { createdAt, id, instant, oneOf, updatedAt } from './columns.ts'
import { events } from './events.ts'
import { eventRegistrations } from './registrations.ts'

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
    /** The moment that `state` is known for, by the provider's event or our call: older events are ignored. */
    statusAt: instant(),
  },
  (table) => [
    oneOf('webinar_seats_state_check', table.state, webinarSeatStates),
    index('webinar_seats_webinar_index').on(table.webinarId, table.state),
    index('webinar_seats_failed_index')
      .on(table.triedAt)
      .where(sql`${table.state} = 'failed'`),
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

/** What its provider changed of an event's webinar or meeting itself, for the checks of the event. */
export const webinarChanges = pgTable('webinar_changes', {
  eventId: integer()
    .primaryKey()
    .references(() => events.id, { onDelete: 'cascade' }),
  /** The webinar of the event then: once the event has another one, the row says nothing. */
  webinarId: text().notNull(),
  deletedAt: instant(),
  /** The start that it was moved to. */
  startsAt: instant(),
  /** The provider's moment of the latest change. */
  changedAt: instant().notNull(),
})

/** Registrants whom the host denied, by a keyed digest: the row outlives the seat that a person gives up. */
export const webinarDenials = pgTable(
  'webinar_denials',
  {
    webinarId: text().notNull(),
    addressHash: text().notNull(),
    deniedAt: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.webinarId, table.addressHash] })],
)

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
