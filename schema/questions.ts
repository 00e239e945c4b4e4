import { sql } from 'drizzle-orm'
import {
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { questionStates } from '#kernel/values.ts'
import { createdAt, id, oneOf } from './columns.ts'
import { events } from './events.ts'
import { eventRegistrations } from './registrations.ts'

/** Tables of registrants' questions to an event's guest, and of votes for them. */

/**
 * A registrant's question. Code that writes registrations copies questions from the registration form here; the
 * question board writes all others.
 */
export const eventQuestions = pgTable(
  'event_questions',
  {
    id: id(),
    eventId: integer()
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    registrationId: integer()
      .notNull()
      .references(() => eventRegistrations.id, { onDelete: 'cascade' }),
    text: text().notNull(),
    isFromForm: boolean().notNull().default(false),
    /** True if the author agreed that other registrants may see the question, without the author's name. */
    isShared: boolean().notNull().default(false),
    state: text({ enum: questionStates }).notNull().default('open'),
    createdAt: createdAt(),
  },
  (table) => [
    oneOf('event_questions_state_check', table.state, questionStates),
    index('event_questions_event_index').on(table.eventId),
    index('event_questions_registration_index').on(table.registrationId),
    uniqueIndex('event_questions_form_unique')
      .on(table.registrationId)
      .where(sql`${table.isFromForm}`),
  ],
)

/** A registrant's vote for a question, at most one for each. */
export const questionVotes = pgTable(
  'question_votes',
  {
    questionId: integer()
      .notNull()
      .references(() => eventQuestions.id, { onDelete: 'cascade' }),
    registrationId: integer()
      .notNull()
      .references(() => eventRegistrations.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.questionId, table.registrationId] }),
    index('question_votes_registration_index').on(table.registrationId),
  ],
)
