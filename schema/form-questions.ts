import { sql, type SQL } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core'
import type { FormAnswerValue, FormQuestion } from '#kernel/form-questions.ts'
import { formQuestionKinds } from '#kernel/values.ts'
import { createdAt, id, instant, oneOf } from './columns.ts'
import { events } from './events.ts'
import { eventRegistrations } from './registrations.ts'

/** Tables of the organiser's questions in the registration form, and of registrants' answers. */

/** A question of one event or, without an event, of every event of the series. */
export const formQuestions = pgTable(
  'form_questions',
  {
    id: id(),
    eventId: integer().references(() => events.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    kind: text({ enum: formQuestionKinds }).notNull(),
    label: text().notNull(),
    options: text().array(),
    isRequired: boolean().notNull().default(false),
    /** Since when the form no longer asks the question; its answers stay. */
    archivedAt: instant(),
    createdAt: createdAt(),
  },
  (table) => [
    oneOf('form_questions_kind_check', table.kind, formQuestionKinds),
    index('form_questions_event_index').on(table.eventId, table.position),
  ],
)

/** A registrant's answer, at most one for each registration and question. */
export const formAnswers = pgTable(
  'form_answers',
  {
    id: id(),
    registrationId: integer()
      .notNull()
      .references(() => eventRegistrations.id, { onDelete: 'cascade' }),
    questionId: integer()
      .notNull()
      .references(() => formQuestions.id, { onDelete: 'cascade' }),
    value: jsonb().$type<FormAnswerValue>().notNull(),
    /** The question's label at the time of the answer. */
    label: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    unique('form_answers_registration_question_unique').on(table.registrationId, table.questionId),
    index('form_answers_question_index').on(table.questionId),
  ],
)

const isAsked = (eventId: SQL) =>
  sql`asked.archived_at is null and (asked.event_id = ${eventId} or asked.event_id is null)`

const isUnanswered = (registrationId: SQL) => sql`not exists (select from form_answers given
  where given.registration_id = ${registrationId} and given.question_id = asked.id)`

/**
 * SQL that selects the questions that the registration form of an event asks, those of the series first; null if
 * there are none. `eventId`: an SQL expression that names its table. With `registrationId`, selects only questions
 * that this registration has not answered.
 */
export const askedFormQuestions = (eventId: SQL, registrationId?: SQL) => sql<
  FormQuestion[] | null
>`(
  select jsonb_agg(jsonb_strip_nulls(jsonb_build_object('id', asked.id, 'kind', asked.kind, 'label', asked.label,
    'options', asked.options, 'isRequired', asked.is_required)) order by asked.event_id nulls first, asked.position)
  from form_questions asked
  where ${isAsked(eventId)} and ${registrationId ? isUnanswered(registrationId) : sql`true`})`

/**
 * SQL for the number of unanswered questions that a mail asks a registrant to answer. Once they have answered any, only
 * required ones count: the registrant saw the optional ones in the form and skipped them.
 */
export const countOpenFormQuestions = (eventId: SQL, registrationId: SQL) => sql<number>`(
  select count(*)::int from form_questions asked
  where ${registrationId} is not null and ${isAsked(eventId)} and ${isUnanswered(registrationId)}
    and (asked.is_required or not exists (select from form_answers a where a.registration_id = ${registrationId})))`

/** SQL that selects the answers of a registration by question id; an empty object if there are none. */
export const answersOfRegistration = (registrationId: SQL) => sql<Record<string, FormAnswerValue>>`(
  select coalesce(jsonb_object_agg(given.question_id, given.value), '{}') from form_answers given
  where given.registration_id = ${registrationId})`
