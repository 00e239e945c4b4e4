import { eq } from 'drizzle-orm'
import type { QuestionState } from '#shared/questions.ts'
import type { Db } from '#server/db/open.ts'
import { eventQuestions } from '#server/db/tables/questions.ts'
import { Refusal } from '#server/refusal.ts'

/** Says what became of a question. Throws 404 for one that is gone. */
export async function markQuestion(
  db: Db,
  id: number,
  state: QuestionState,
): Promise<{ id: number; state: QuestionState }> {
  const [marked] = await db
    .update(eventQuestions)
    .set({ state })
    .where(eq(eventQuestions.id, id))
    .returning({ id: eventQuestions.id, state: eventQuestions.state })
  if (!marked) throw new Refusal('no_such_question')
  return marked
}
