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

/** Tables of events' Zoom webinars: registrations for them, attendance, and what Zoom reported. */

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

/** Join condition of an event and the Zoom webinar or meeting in which it takes place, if any. */
export const isHeldIn = and(
  eq(zoomWebinarMappings.eventId, events.id),
  eq(zoomWebinarMappings.isActive, true),
)

/** A registrant's own registration for the event's Zoom webinar, and its state. */
export const webinarSeats = pgTable(
  'webinar_seats',
  {
    registrationId: integer()
      .primaryKey()
      .references(() => eventRegistrations.id, { onDelete: 'cascade' }),
    /** The registrant's personal join URL; no mail contains it. */
    joinUrl: text(),
    /** Id of the Zoom webinar in which the registrant is registered. */
    webinarId: text(),
    state: text({ enum: webinarSeatStates }).notNull().default('waiting'),
    attempts: integer().notNull().default(0),
    lastError: text(),
    /** When the current or last attempt to register this person at Zoom began. */
    triedAt: instant(),
    seatedAt: instant(),
    /** When the registrant joined the webinar, according to Zoom. */
    attendedAt: instant(),
    /** True if the response to a Zoom call was lost, so that Zoom may already have the registration. */
    isInDoubt: boolean().notNull().default(false),
    /** UTC day on which Zoom rejects further registrations of this person, because its daily limit is reached. */
    exhaustedOn: date({ mode: 'string' }),
    /** When `state` was set, by Zoom's webhook or Greenroom's call; webhooks with an earlier time are ignored. */
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

/** Registrants who entered the event's webinar or meeting room, by using their join link or according to Zoom. */
export const joins = pgTable('joins', {
  registrationId: integer()
    .primaryKey()
    .references(() => eventRegistrations.id, { onDelete: 'cascade' }),
  joinCount: integer().notNull().default(0),
  firstJoinedAt: instant().notNull(),
})

/**
 * When Zoom last reported that the event's webinar or meeting started and ended; `liveSpan` derives when the event is
 * live. Not stored in `events`, because these reports do not change the event.
 */
export const liveStates = pgTable('live_states', {
  eventId: integer()
    .primaryKey()
    .references(() => events.id, { onDelete: 'cascade' }),
  startedAt: instant(),
  endedAt: instant(),
})

/** Changes made to the event's webinar or meeting at Zoom; the event's preflight checks report them. */
export const webinarChanges = pgTable('webinar_changes', {
  eventId: integer()
    .primaryKey()
    .references(() => events.id, { onDelete: 'cascade' }),
  /** Id of the changed webinar; the row is ignored once the event has another one. */
  webinarId: text().notNull(),
  deletedAt: instant(),
  /** The webinar's new start at Zoom. */
  startsAt: instant(),
  /** Time of the webinar's latest change, as stated by Zoom. */
  changedAt: instant().notNull(),
})

/** How many people Zoom admits to the event's webinar or meeting, for the event's checklist. */
export const webinarCapacities = pgTable('webinar_capacities', {
  eventId: integer()
    .primaryKey()
    .references(() => events.id, { onDelete: 'cascade' }),
  /** Id of the webinar that was read; the row is ignored once the event has another one. */
  webinarId: text().notNull(),
  /** Number of people; null if Zoom does not disclose it. */
  capacity: integer(),
  readAt: instant().notNull(),
})

/**
 * Registrants whose registration the host denied at Zoom, by keyed hash of their email, because the row outlives the
 * registration.
 */
export const webinarDenials = pgTable(
  'webinar_denials',
  {
    webinarId: text().notNull(),
    addressHash: text().notNull(),
    deniedAt: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.webinarId, table.addressHash] })],
)

/**
 * Signatures of accepted webhooks from Zoom and MailerLite, stored while their timestamps are valid, to reject
 * replays.
 */
export const heardWebhooks = pgTable('heard_webhooks', {
  signature: text().primaryKey(),
  heardAt: instant().notNull(),
})

/** Events whose recording Zoom has finished; the organiser decides whether the site shows it. */
export const webinarRecordings = pgTable('webinar_recordings', {
  eventId: integer()
    .primaryKey()
    .references(() => events.id, { onDelete: 'cascade' }),
  recordedAt: instant().notNull(),
})

/**
 * Joins (`step` 1) and leaves (-1) of a registrant. The registrant is present while the sum of steps is above zero,
 * because they may join from several devices.
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

/** State of Zoom's attendance report of an event. */
export const attendanceReports = pgTable(
  'attendance_reports',
  {
    eventId: integer()
      .primaryKey()
      .references(() => events.id, { onDelete: 'cascade' }),
    state: text({ enum: reportStates }).notNull().default('waiting'),
    /** Why Zoom's attendance report is missing, as a sentence for the organiser. */
    lastError: text(),
    /**
     * Number of stays, each from a join to a leave, in Zoom's attendance report by people without a registration, such
     * as hosts.
     */
    unregistered: integer().notNull().default(0),
    /**
     * When Zoom's attendance report was complete. If the event takes place again later, the report is requested again.
     */
    settledAt: instant(),
  },
  (table) => [oneOf('attendance_reports_state_check', table.state, reportStates)],
)
