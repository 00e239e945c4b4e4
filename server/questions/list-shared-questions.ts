import { and, asc, eq, ne } from 'drizzle-orm'
import type { SharedQuestion } from '#shared/contract/questions.ts'
import type { Db } from '#server/db/open.ts'
import { events } from '#server/db/tables/events.ts'
import { eventQuestions } from '#server/db/tables/questions.ts'
import { Refusal } from '#server/refusal.ts'
import { votesOf } from './votes-of.ts'

/**
 * What others may see of an event's questions, the same for all of them; in the order in which they
 * were asked, so that nothing moves below a finger. Throws 404 for an unknown event.
 */
export async function listSharedQuestions(
  db: Db,
  eventId: number,
): Promise<{ questions: SharedQuestion[] }> {
  const [event] = await db.select({ id: events.id }).from(events).where(eq(events.id, eventId))
  if (!event) throw new Refusal('no_such_event', { message: 'There is no such event' })
  const { id, text, state, isShared } = eventQuestions
  const questions = await db
    .select({ id, text, state, votes: votesOf })
    .from(eventQuestions)
    .where(and(eq(eventQuestions.eventId, eventId), eq(isShared, true), ne(state, 'hidden')))
    .orderBy(asc(id))
  return { questions }
}
