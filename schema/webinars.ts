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

/** Webinars of events, registrations for them, and reports of their provider. */

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

/** Joins an event to its webinar or meeting, if any. */
export const isHeldIn = and(
  eq(zoomWebinarMappings.eventId, events.id),
  eq(zoomWebinarMappings.isActive, true),
)

/** A person's registration for the webinar and its state. */
export const webinarSeats = pgTable(
  'webinar_seats',
  {
    registrationId: integer()
      .primaryKey()
      .references(() => eventRegistrations.id, { onDelete: 'cascade' }),
    /** The person's own join URL; never in a mail. */
    joinUrl: text(),
    /** The webinar of this registration. */
    webinarId: text(),
    state: text({ enum: webinarSeatStates }).notNull().default('waiting'),
    attempts: integer().notNull().default(0),
    lastError: text(),
    /** Start of the current or last attempt. */
    triedAt: instant(),
    seatedAt: instant(),
    /** When the person joined, according to the provider. */
    attendedAt: instant(),
    /** A call was made whose response was lost: the provider may already have the registration. */
    isInDoubt: boolean().notNull().default(false),
    /**
     * The UTC day on which the provider accepts no more registrations of this person, according to its
     * response.
     */
    exhaustedOn: date({ mode: 'string' }),
    /** The time of `state`, by the provider's event or our call; older events are ignored. */
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

/** People who joined an event's webinar or meeting room. */
export const joins = pgTable('joins', {
  registrationId: integer()
    .primaryKey()
    .references(() => eventRegistrations.id, { onDelete: 'cascade' }),
  joinCount: integer().notNull().default(0),
  firstJoinedAt: instant().notNull(),
})

/**
 * The provider's last live status of an event's webinar or meeting, separate from the event, which it does not
 * edit. `liveSpan` interprets it.
 */
export const liveStates = pgTable('live_states', {
  eventId: integer()
    .primaryKey()
    .references(() => events.id, { onDelete: 'cascade' }),
  startedAt: instant(),
  endedAt: instant(),
})

/** Changes that the provider made to an event's webinar or meeting, for the event's checks. */
export const webinarChanges = pgTable('webinar_changes', {
  eventId: integer()
    .primaryKey()
    .references(() => events.id, { onDelete: 'cascade' }),
  /** The event's webinar at that time; ignored once the event has another one. */
  webinarId: text().notNull(),
  deletedAt: instant(),
  /** The new start. */
  startsAt: instant(),
  /** The provider's time of the latest change. */
  changedAt: instant().notNull(),
})

/** Registrants whom the host denied, by a keyed hash: the row outlives the registration. */
export const webinarDenials = pgTable(
  'webinar_denials',
  {
    webinarId: text().notNull(),
    addressHash: text().notNull(),
    deniedAt: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.webinarId, table.addressHash] })],
)

/** Signatures of accepted webhook calls, stored while their timestamp is valid, to reject replays. */
export const heardWebhooks = pgTable('heard_webhooks', {
  signature: text().primaryKey(),
  heardAt: instant().notNull(),
})

/** Recordings that the provider has finished; the organiser decides where they are shown. */
export const webinarRecordings = pgTable('webinar_recordings', {
  eventId: integer()
    .primaryKey()
    .references(() => events.id, { onDelete: 'cascade' }),
  recordedAt: instant().notNull(),
})

/** Attendance and its duration, from the webinar's provider. */

/**
 * Joins (`step` 1) and leaves (-1) of a registrant. The person is present while the sum is above zero, from any
 * number of devices.
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

/** State of the provider's attendance report of an event. */
export const attendanceReports = pgTable(
  'attendance_reports',
  {
    eventId: integer()
      .primaryKey()
      .references(() => events.id, { onDelete: 'cascade' }),
    state: text({ enum: reportStates }).notNull().default('waiting'),
    /** Why there is no report, as text for the organiser. */
    lastError: text(),
    /** Stays of people without a registration, such as hosts and guests. */
    unregistered: integer().notNull().default(0),
    /** When the result was final; a report of an event held again later is requested again. */
    settledAt: instant(),
  },
  (table) => [oneOf('attendance_reports_state_check', table.state, reportStates)],
)
