import { asc, desc, eq, sql, and, ne } from 'drizzle-orm'
import { requireEvent } from '#features/events/server/event-rows.ts'
import type { QuestionBoard, SharedQuestion } from '#features/questions/contract.ts'
import { type DisplayZone, describeWhen } from '#kernel/event-time.ts'
import type { QuestionState } from '#kernel/values.ts'
import type { Db } from '#platform/db/open.ts'
import { Refusal } from '#platform/errors/refusal.ts'
import { events } from '#schema/events.ts'
import { users } from '#schema/people.ts'
import { eventQuestions, questionVotes } from '#schema/questions.ts'
import { eventRegistrations } from '#schema/registrations.ts'

/**
 * Returns all questions of an event with their authors, for the organiser and the crew: picked ones first, then open,
 * answered and hidden ones; within each group, the most voted first. Throws 404 for an unknown event.
 */
export async function readQuestionBoard(
  db: Db,
  eventId: number,
  display: DisplayZone,
): Promise<QuestionBoard> {
  const [event] = await db.select().from(events).where(eq(events.id, eventId))
  if (!event) throw new Refusal('no_such_event', { message: 'There is no such event' })
  const { id, text, state, isShared, isFromForm, createdAt } = eventQuestions
  const author = sql<string>`coalesce(trim(concat(${users.firstName}, ' ', ${users.lastName})), '')`
  const rows = await db
    .select({ id, text, state, isShared, isFromForm, createdAt, author, votes: votesOf })
    .from(eventQuestions)
    .innerJoin(eventRegistrations, eq(eventRegistrations.id, eventQuestions.registrationId))
    .leftJoin(users, eq(users.id, eventRegistrations.userId))
    .where(eq(eventQuestions.eventId, eventId))
    .orderBy(
      sql`array_position(array['picked', 'open', 'answered', 'hidden'], ${state})`,
      desc(votesOf),
      asc(id),
    )
  const questions = rows.map(({ createdAt: askedAt, ...row }) => ({
    ...row,
    askedAt: askedAt.toISOString(),
  }))
  return { title: event.title, when: describeWhen(event, display), questions }
}

/**
 * Returns the public questions of an event, the same for all callers. The order is that in which they were asked, so
 * that buttons do not move while visitors press them. Throws 404 for an unknown or unpublished event.
 */
export async function listSharedQuestions(
  db: Db,
  eventId: number,
  now: Date,
): Promise<{ questions: SharedQuestion[] }> {
  await requireEvent(db, eventId, now)
  const { id, text, state, isShared } = eventQuestions
  const questions = await db
    .select({ id, text, state, votes: votesOf })
    .from(eventQuestions)
    .where(and(eq(eventQuestions.eventId, eventId), eq(isShared, true), ne(state, 'hidden')))
    .orderBy(asc(id))
  return { questions }
}

/**
 * Changes a question's state. Throws 404 for an unknown question and, if `eventId` is given, for a question of
 * another event.
 */
export async function markQuestion(
  db: Db,
  id: number,
  { state, eventId }: { state: QuestionState; eventId?: number },
): Promise<{ id: number; state: QuestionState }> {
  const [marked] = await db
    .update(eventQuestions)
    .set({ state })
    .where(
      and(
        eq(eventQuestions.id, id),
        eventId === undefined ? undefined : eq(eventQuestions.eventId, eventId),
      ),
    )
    .returning({ id: eventQuestions.id, state: eventQuestions.state })
  if (!marked) throw new Refusal('no_such_question')
  return marked
}

/** SQL for the number of registrants who voted for a question. */
export const votesOf = sql<number>`(select count(*)::int from ${questionVotes} voted
  where voted.question_id = ${eventQuestions.id})`
