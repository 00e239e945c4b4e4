import { and, desc, eq, sql, type SQL } from 'drizzle-orm'
import { copyAnswers } from '#features/form-questions/server/answers.ts'
import type { PersonFacts } from '#features/people/contract.ts'
import type { Db } from '#platform/db/open.ts'
import { events } from '#schema/events.ts'
import { feedbackAnswers } from '#schema/feedback.ts'
import { formAnswers, formQuestions } from '#schema/form-questions.ts'
import { eventRegistrations } from '#schema/registrations.ts'
import { deleteRows, type HeldTable, ownedBy, type UserMerge } from './held-treatments.ts'
import { pairOf } from './special-treatments.ts'

const ofEvent = `join event_registrations r on r.id = t.registration_id
  join events e on e.id = r.event_id`

/** Tables of a person's answers: to questions of registration forms, and to the question after an event. */
export const heldOfAnswers: Record<string, HeldTable> = {
  form_answers: {
    personalColumns: 'value',
    otherColumns: 'label',
    rows: ownedBy.registration,
    page: 'formAnswers',
    export: 'formAnswers: What you answered in registration forms.',
    select: 'e.title, t.label as question, t.*',
    join: ofEvent,
    merge: mergeFormAnswers,
    erase: deleteRows,
  },
  feedback_answers: {
    personalColumns: 'text',
    otherColumns: 'question label quote_permission',
    rows: ownedBy.registration,
    page: 'formAnswers',
    export: 'feedback: What you answered to our question after an event.',
    select: 'e.title, t.*',
    join: ofEvent,
    merge: mergeFeedbackAnswers,
    erase: deleteRows,
  },
  feedback_quotes: {
    personalColumns: 'text name',
    rows: (person) => sql`t.answer_id in (
      select t.id from feedback_answers t where ${ownedBy.registration(person)})`,
    page: 'not shown',
    export: 'quotes: Quotes from your comments that our site shows.',
    select: 't.text, t.name, t.approved_at',
    merge: 'with feedback_answers',
    erase: 'with feedback_answers',
  },
  feedback_openings: {
    rows: ownedBy.registration,
    page: 'not shown',
    export: 'feedbackOpened: When you opened the page with our question after an event.',
    select: 'e.title, t.opened_at',
    join: ofEvent,
    order: 't.registration_id',
    merge: mergeFeedbackOpenings,
    erase: deleteRows,
  },
}

/** When two people are merged, adds the first one's answers in registration forms where the remaining one has none. */
async function mergeFormAnswers(merge: UserMerge) {
  await copyAnswers(merge.tx, sql`select o.id as from_id, r.id as to_id from ${pairOf(merge)}`)
}

/** Moves the first one's answer after an event, unless the remaining person has answered, too. */
async function mergeFeedbackAnswers(merge: UserMerge) {
  await merge.tx.execute(sql`update feedback_answers a set registration_id = r.id
    from ${pairOf(merge)} where a.registration_id = o.id
      and not exists (select from feedback_answers own where own.registration_id = r.id)`)
}

async function mergeFeedbackOpenings(merge: UserMerge) {
  await merge.tx.execute(sql`insert into feedback_openings as kept (registration_id, opened_at)
    select r.id, f.opened_at from ${pairOf(merge)}
    join feedback_openings f on f.registration_id = o.id
    on conflict (registration_id) do update
      set opened_at = least(kept.opened_at, excluded.opened_at)`)
}

/** Returns a person's answers: those in registration forms, followed by those after events. */
export async function readAnswersOf(
  db: Db,
  userId: number | null,
  isShown: SQL | undefined,
): Promise<PersonFacts['formAnswers']> {
  const isOwn = and(eq(eventRegistrations.userId, userId ?? 0), isShown)
  const { registrationId, value, label, createdAt } = formAnswers
  const { id, position, eventId } = formQuestions
  const inForms = await db
    .select({ registrationId, eventTitle: events.title, question: label, answer: value, createdAt })
    .from(formAnswers)
    .innerJoin(formQuestions, eq(id, formAnswers.questionId))
    .innerJoin(eventRegistrations, eq(eventRegistrations.id, registrationId))
    .innerJoin(events, eq(events.id, eventRegistrations.eventId))
    .where(isOwn)
    .orderBy(desc(registrationId), sql`${eventId} nulls first`, position, id)
  const afterEvents = await db
    .select({ eventTitle: events.title, given: feedbackAnswers })
    .from(feedbackAnswers)
    .innerJoin(eventRegistrations, eq(eventRegistrations.id, feedbackAnswers.registrationId))
    .innerJoin(events, eq(events.id, eventRegistrations.eventId))
    .where(isOwn)
    .orderBy(desc(feedbackAnswers.registrationId))
  const feedback = afterEvents.map(({ eventTitle, given }) => ({
    registrationId: given.registrationId,
    eventTitle,
    question: given.question,
    answer: given.text ? `${given.label}\n${given.text}` : given.label,
    createdAt: given.createdAt,
  }))
  return [...inForms, ...feedback].map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
  }))
}
