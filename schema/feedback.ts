import { sql, type SQL } from 'drizzle-orm'
import { boolean, check, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { quotePermissions } from '#kernel/quote-permissions.ts'
import { createdAt, id, instant, oneOf, updatedAt, words } from './columns.ts'
import { events } from './events.ts'
import { eventRegistrations } from './registrations.ts'

/** Tables of the question that attendees get by mail after an event, and of their answers. */

/** The question of one event or, without an event, of every event of the series. */
export const feedbackQuestions = pgTable(
  'feedback_questions',
  {
    id: id(),
    eventId: integer().references(() => events.id, { onDelete: 'cascade' }),
    /** False if the event sends no question, even if the series does. */
    isSent: boolean().notNull().default(true),
    /** When the series switched the question on; null while it is off. Events that ended before send none. */
    since: instant(),
    /** Minutes after the end of the event; null follows the series. */
    minutes: integer(),
    /** Null follows the series, together with `options`. */
    question: text(),
    options: text().array(),
    updatedAt: updatedAt(),
  },
  (table) => [unique('feedback_questions_event_unique').on(table.eventId).nullsNotDistinct()],
)

/** An attendee's answer, at most one for each registration. */
export const feedbackAnswers = pgTable(
  'feedback_answers',
  {
    id: id(),
    registrationId: integer()
      .notNull()
      .references(() => eventRegistrations.id, { onDelete: 'cascade' }),
    /** Position of the chosen option, from 1. */
    value: integer().notNull(),
    /** Text of the chosen option at the time of the answer. */
    label: text().notNull(),
    text: words(),
    /** Whether the organiser may quote the text; `none` without a text. */
    quotePermission: text({ enum: quotePermissions }).notNull().default('none'),
    /** The question at the time of the answer. */
    question: text().notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    unique('feedback_answers_registration_unique').on(table.registrationId),
    check('feedback_answers_value_check', sql`${table.value} between 1 and 5`),
    oneOf('feedback_answers_quote_permission_check', table.quotePermission, quotePermissions),
  ],
)

/**
 * The quote from an answer's text that the organiser approved. The row is deleted when the text or the permission
 * changes, so that an approval never applies to another text.
 */
export const feedbackQuotes = pgTable('feedback_quotes', {
  id: id(),
  answerId: integer()
    .notNull()
    .unique('feedback_quotes_answer_unique')
    .references(() => feedbackAnswers.id, { onDelete: 'cascade' }),
  text: text().notNull(),
  /** The author's name at the approval; null if the author allows the quote without the name. */
  name: text(),
  approvedAt: createdAt(),
})

/** When an attendee first saw the page with the question for a second. */
export const feedbackOpenings = pgTable('feedback_openings', {
  registrationId: integer()
    .primaryKey()
    .references(() => eventRegistrations.id, { onDelete: 'cascade' }),
  openedAt: createdAt(),
})

/** SQL: minutes after the end of an event at which its question is sent; 0 if none is sent. */
export const feedbackMinutesOf = (eventId: SQL, endsAt: SQL) => sql<number>`coalesce((
  select coalesce(own.minutes, series.minutes, 60) from feedback_questions series
  left join feedback_questions own on own.event_id = ${eventId}
  where series.event_id is null and series.since is not null and own.is_sent is not false
    and (${endsAt} is null or ${endsAt} > series.since)), 0)`
