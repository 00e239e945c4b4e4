import { asc, desc, eq, sql } from 'drizzle-orm'
import type { QuestionBoard } from '#shared/contract/questions.ts'
import type { DisplayZone } from '#shared/event-time.ts'
import type { Db } from '#server/db/open.ts'
import { events } from '#server/db/tables/events.ts'
import { eventRegistrations, users } from '#server/db/tables/people.ts'
import { eventQuestions } from '#server/db/tables/questions.ts'
import { describeWhen } from '#server/links/take-join-link.ts'
import { Refusal } from '#server/refusal.ts'
import { votesOf } from './votes-of.ts'

/**
 * Every question of an event with its author, for those who hold it: what is picked first, then what
 * most want to hear, and what is done with at the end. Throws 404 for an unknown event.
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
