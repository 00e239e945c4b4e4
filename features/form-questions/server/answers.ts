import { isNull, sql, type SQL } from 'drizzle-orm'
import type { AnswerColumn, ImportableQuestion } from '#features/form-questions/contract.ts'
import { readAnswers, type Answers } from '#features/form-questions/rules.ts'
import type { FormQuestion } from '#kernel/form-questions.ts'
import type { Db, Transaction } from '#platform/db/open.ts'
import { invalidInput } from '#platform/errors/refusal.ts'
import { formQuestions as questionsTable } from '#schema/form-questions.ts'

type Asking = { formQuestions: FormQuestion[] | null }

/**
 * Validates the answers to the questions of these events, and returns those of current questions. With `isComplete`,
 * every required question needs an answer. Throws 400 and names each invalid answer as `answers.{id}`.
 */
export function requireAnswers(
  events: Asking[],
  given: Answers,
  { isComplete }: { isComplete: boolean },
): Answers {
  const asked = events.flatMap(({ formQuestions }) => formQuestions ?? [])
  const questions = [...new Map(asked.map((question) => [question.id, question])).values()]
  const { answers, errors } = readAnswers(questions, given, { isComplete })
  if (errors.length > 0) throw invalidInput(errors)
  return answers
}

/**
 * Stores answers to form questions. `registrations` is an SQL condition on `event_registrations r`; each answer is
 * stored for those of them whose event asks the question. Keeps earlier answers unless `replaces` is true, because
 * public forms are unauthenticated.
 */
export async function saveAnswers(
  tx: Transaction,
  registrations: SQL,
  answers: Answers,
  { replaces = false }: { replaces?: boolean } = {},
): Promise<void> {
  if (Object.keys(answers).length === 0) return
  await tx.execute(sql`
    insert into form_answers (registration_id, question_id, value, label)
    select r.id, q.id, given.value, q.label
    from jsonb_each(${JSON.stringify(answers)}::jsonb) given
      join form_questions q on q.id = given.key::int
      join event_registrations r on q.event_id is null or q.event_id = r.event_id
    where ${registrations}
    order by r.id, q.id
    on conflict (registration_id, question_id)
      ${replaces ? sql`do update set value = excluded.value, label = excluded.label` : sql`do nothing`}`)
}

/**
 * Stores answers that people gave elsewhere than in the registration form. Keeps earlier answers of the registration
 * unless `replaces` is true. `kept`: a statement that returns `registration_id`, and `answers` by question id. Returns
 * the ids of registrations whose answers changed.
 */
export async function moveAnswers(
  tx: Transaction,
  kept: SQL,
  { replaces = false }: { replaces?: boolean } = {},
): Promise<Set<number>> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    with kept as (${kept})
    insert into form_answers (registration_id, question_id, value, label)
    select r.id, q.id, given.value, q.label
    from kept join event_registrations r on r.id = kept.registration_id
      cross join jsonb_each(kept.answers) given
      join form_questions q on q.id = given.key::int and (q.event_id is null or q.event_id = r.event_id)
    order by r.id, q.id
    on conflict (registration_id, question_id) ${
      replaces
        ? sql`do update set value = excluded.value, label = excluded.label
            where form_answers.value is distinct from excluded.value`
        : sql`do nothing`
    }
    returning registration_id as id`)
  return new Set(rows.map(({ id }) => id))
}

/**
 * Copies answers between registrations for the same event, except to questions that the target answered. `pairs`: a
 * query with the columns `from_id` and `to_id`.
 */
export async function copyAnswers(tx: Transaction, pairs: SQL): Promise<void> {
  await tx.execute(sql`
    insert into form_answers (registration_id, question_id, value, label, created_at)
    select pair.to_id, a.question_id, a.value, a.label, a.created_at
    from (${pairs}) pair join form_answers a on a.registration_id = pair.from_id
    on conflict do nothing`)
}

/** Returns all questions that registration forms ask now, to match the columns of imported lists to them. */
export function listCurrentQuestions(db: Db): Promise<ImportableQuestion[]> {
  const { id, label, eventId, archivedAt } = questionsTable
  return db
    .select({ id, label, eventId })
    .from(questionsTable)
    .where(isNull(archivedAt))
    .orderBy(id)
}

/**
 * Returns the questions that the registration form of an event asks, then archived ones that registrants or people on
 * the waiting list answered.
 */
export async function listAnswerColumns(db: Db, eventId: number): Promise<AnswerColumn[]> {
  const { rows } = await db.execute<AnswerColumn>(sql`
    select q.id, q.label from form_questions q
    where q.archived_at is null and (q.event_id = ${eventId} or q.event_id is null)
      or exists (select from form_answers a join event_registrations r on r.id = a.registration_id
        where a.question_id = q.id and r.event_id = ${eventId})
      or exists (select from waitlist_entries w where w.event_id = ${eventId} and w.answers ? q.id::text)
    order by q.archived_at nulls first, q.event_id nulls first, q.position, q.id`)
  return rows
}
