import type { QuestionBoard } from '#shared/contract/questions.ts'
import type { DisplayZone } from '#shared/event-time.ts'
import type { QuestionState } from '#shared/questions.ts'
import type { Db } from '#server/db/open.ts'
import { markQuestion } from '#server/questions/mark-question.ts'
import { readQuestionBoard } from '#server/questions/read-question-board.ts'
import { findCrewMember } from './find-crew-member.ts'

/** The board of the event that a crew link is of. Throws 404 for a dead link. */
export async function readCrewBoard(
  db: Db,
  token: string,
  display: DisplayZone,
): Promise<QuestionBoard> {
  const { event } = await findCrewMember(db, token)
  return readQuestionBoard(db, event.id, display)
}

/** Marks a question of that event. Throws 404 for a dead link, and for a question of another event. */
export async function markCrewQuestion(
  db: Db,
  id: number,
  { token, state }: { token: string; state: QuestionState },
) {
  const { event } = await findCrewMember(db, token)
  return markQuestion(db, id, { state, eventId: event.id })
}
