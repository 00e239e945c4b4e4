import { and, eq, ne } from 'drizzle-orm'
import type { ReplyOf } from '#shared/contract/endpoint.ts'
import type { voteForQuestion as contract } from '#shared/contract/questions.ts'
import type { TimeContext } from '#shared/time-context.ts'
import type { Db } from '#server/db/open.ts'
import { eventQuestions, questionVotes } from '#server/db/tables/questions.ts'
import { findCallerRegistration, type Caller } from '#server/links/find-caller-seat.ts'
import { Refusal } from '#server/refusal.ts'
import { ownQuestionsOf, takesQuestions } from './read-own-questions.ts'

/**
 * The caller's one vote for a question that others may see, given or taken back; the same again changes
 * nothing. Throws 404 for any other question, 403 for whoever has not registered, 409 once it is over.
 */
export async function takeVote(
  db: Db,
  { id, isFor }: { id: number; isFor: boolean },
  { now, timeZone, ...caller }: Caller & TimeContext,
): Promise<ReplyOf<typeof contract>> {
  const [question] = await db
    .select({ eventId: eventQuestions.eventId })
    .from(eventQuestions)
    .where(
      and(
        eq(eventQuestions.id, id),
        eq(eventQuestions.isShared, true),
        ne(eventQuestions.state, 'hidden'),
      ),
    )
  if (!question) throw new Refusal('no_such_question')
  const registration = await findCallerRegistration(db, question.eventId, caller)
  if (!registration) throw new Refusal('not_registered')
  if (!takesQuestions(registration, { now, timeZone })) throw new Refusal('questions_closed')
  const vote = { questionId: id, registrationId: registration.id }
  await (isFor
    ? db.insert(questionVotes).values(vote).onConflictDoNothing()
    : db
        .delete(questionVotes)
        .where(
          and(eq(questionVotes.questionId, id), eq(questionVotes.registrationId, registration.id)),
        ))
  const own = await ownQuestionsOf(db, registration, { now, timeZone })
  return { ...own, votes: await db.$count(questionVotes, eq(questionVotes.questionId, id)) }
}
