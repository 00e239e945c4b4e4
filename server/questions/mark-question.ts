import { and, eq } from 'drizzle-orm'
import type { QuestionState } from '#shared/questions.ts'
import type { Db } from '#server/db/open.ts'
import { eventQuestions } from '#server/db/tables/questions.ts'
import { Refusal } from '#server/refusal.ts'

/**
 * Says what became of a question, with `eventId` only where it is of that event. Throws 404 for one that
 * is gone.
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
