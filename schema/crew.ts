import { sql } from 'drizzle-orm'
import {
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
} from 'drizzle-orm/pg-core'
import { crewRoles, recordingAnswers } from '#kernel/values.ts'
import { createdAt, id, instant, oneOf } from './columns.ts'
import { events } from './events.ts'

/**
 * Hosts, guests and producers of an event. Crew are people with an email, but neither registrants nor members.
 * Deleting a row invalidates the link that was mailed to that person.
 */
export const eventCrew = pgTable(
  'event_crew',
  {
    id: id(),
    eventId: integer()
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    email: text().notNull(),
    role: text({ enum: crewRoles }).notNull(),
    /** A guest's answer about the recording at `recordingUrl`; null without an answer. */
    recordingAnswer: text({ enum: recordingAnswers }),
    recordingUrl: text(),
    recordingAnsweredAt: instant(),
    /** The passages that the guest wants cut, in seconds of the recording. */
    recordingCuts: jsonb().$type<{ from: number; to: number; why: string }[]>(),
    createdAt: createdAt(),
  },
  (table) => [
    check(
      'event_crew_email_check',
      sql`${table.email} <> '' and ${table.email} = lower(${table.email})`,
    ),
    oneOf('event_crew_role_check', table.role, crewRoles),
    oneOf('event_crew_recording_answer_check', table.recordingAnswer, recordingAnswers),
    unique('event_crew_once_unique').on(table.eventId, table.email),
    index('event_crew_email_index').on(table.email),
  ],
)

/**
 * Links of recordings that a guest refused who has left the crew since. No later change of the crew publishes such a
 * recording.
 */
export const recordingRefusals = pgTable(
  'recording_refusals',
  {
    eventId: integer()
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    videoUrl: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.eventId, table.videoUrl] })],
)
