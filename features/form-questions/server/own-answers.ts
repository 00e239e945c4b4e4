import { and, eq, sql } from 'drizzle-orm'
import { lockEvents, refuseFinished } from '#features/events/server/event-rows.ts'
import type { Answers } from '#features/form-questions/rules.ts'
import type { TimeContext } from '#kernel/event-time.ts'
import type { FormQuestion } from '#kernel/form-questions.ts'
import type { Db } from '#platform/db/open.ts'
import { Refusal } from '#platform/errors/refusal.ts'
import { askedFormQuestions } from '#schema/form-questions.ts'
import { users } from '#schema/people.ts'
import { eventRegistrations } from '#schema/registrations.ts'
import { requireAnswers, saveAnswers } from './answers.ts'

/**
 * Stores the answers of the person with this verified email for one of their registrations, and replaces earlier
 * ones. Returns the questions that are still unanswered. Throws 404 for an unknown registration or another person's,
 * 409 once the event is over, and 400 for an invalid answer and for a required question that has none.
 */
export async function answerFormQuestions(
  db: Db,
  email: string,
  registrationId: number,
  { answers, ...time }: TimeContext & { answers: Answers },
): Promise<{ openQuestions: FormQuestion[] }> {
  return db.transaction(async (tx) => {
    const [own] = await tx
      .select({ eventId: eventRegistrations.eventId })
      .from(eventRegistrations)
      .innerJoin(users, eq(users.id, eventRegistrations.userId))
      .where(and(eq(eventRegistrations.id, registrationId), eq(users.email, email)))
      .for('share', { of: eventRegistrations })
    if (!own) throw new Refusal('no_such_registration')
    const [event] = await lockEvents(tx, [own.eventId], time.now)
    refuseFinished([event!], time)
    const open = async () => {
      const found = askedFormQuestions(
        sql`event_registrations.event_id`,
        sql`event_registrations.id`,
      )
      const [row] = await tx
        .select({ questions: found })
        .from(eventRegistrations)
        .where(eq(eventRegistrations.id, registrationId))
      return row?.questions ?? []
    }
    const before = new Set((await open()).map(({ id }) => id))
    const isAskedNow = ({ id }: FormQuestion) => before.has(id) || Object.hasOwn(answers, id)
    const formQuestions = (event!.formQuestions ?? []).filter(isAskedNow)
    const given = requireAnswers([{ formQuestions }], answers, { isComplete: true })
    await saveAnswers(tx, sql`r.id = ${registrationId}`, given, { replaces: true })
    return { openQuestions: await open() }
  })
}
