import { eq } from 'drizzle-orm'
import type { OwnQuestions } from '#shared/contract/questions.ts'
import type { TimeContext } from '#shared/time-context.ts'
import type { Db } from '#server/db/open.ts'
import { eventRegistrations } from '#server/db/tables/people.ts'
import { eventQuestions } from '#server/db/tables/questions.ts'
import { findCallerRegistration, type Caller } from '#server/links/find-caller-seat.ts'
import { Refusal } from '#server/refusal.ts'
import { ownQuestionsOf, takesQuestions } from './read-own-questions.ts'

type Question = { eventId: number; text: string; isShared: boolean }

/**
 * Puts a question on the board of an event that the caller has registered for. Throws 403 for whoever
 * has not, 409 once it is over and for a fourth one.
 */
export async function askQuestion(
  db: Db,
  { eventId, text, isShared }: Question,
  { now, timeZone, ...caller }: Caller & TimeContext,
): Promise<OwnQuestions> {
  const time = { now, timeZone }
  const registration = await findCallerRegistration(db, eventId, caller)
  if (!registration) throw new Refusal('not_registered')
  if (!takesQuestions(registration, time)) throw new Refusal('questions_closed')
  return db.transaction(async (tx) => {
    // Two presses at once take turns, so that three stay three.
    await tx
      .select({ id: eventRegistrations.id })
      .from(eventRegistrations)
      .where(eq(eventRegistrations.id, registration.id))
      .for('update')
    const { left } = await ownQuestionsOf(tx, registration, time)
    if (left === 0) throw new Refusal('questions_used_up')
    await tx
      .insert(eventQuestions)
      .values({ eventId, registrationId: registration.id, text, isShared, createdAt: now })
    return ownQuestionsOf(tx, registration, time)
  })
}
