import { and, asc, eq } from 'drizzle-orm'
import type { OwnQuestions } from '#shared/contract/questions.ts'
import { questionLimits } from '#shared/questions.ts'
import type { TimeContext } from '#shared/time-context.ts'
import type { Db, Transaction } from '#server/db/open.ts'
import { eventQuestions, questionVotes } from '#server/db/tables/questions.ts'
import { findCallerRegistration, type Caller } from '#server/links/find-caller-seat.ts'
import { joinWindowState } from '#server/links/take-join-link.ts'
import { votesOf } from './votes-of.ts'

type Registration = NonNullable<Awaited<ReturnType<typeof findCallerRegistration>>>

/** Until the doors close: afterwards nobody would answer. */
export function takesQuestions(
  { event, heard }: Pick<Registration, 'event' | 'heard'>,
  time: TimeContext,
) {
  const state = joinWindowState(event, heard, time)
  return state === 'early' || state === 'open'
}

/** What the caller asked for an event and voted for; nothing where they have not registered. */
export async function readOwnQuestions(
  db: Db,
  eventId: number,
  { now, timeZone, ...caller }: Caller & TimeContext,
): Promise<OwnQuestions> {
  const registration = await findCallerRegistration(db, eventId, caller)
  if (!registration) return { isRegistered: false, left: 0, mine: [], votedFor: [] }
  return ownQuestionsOf(db, registration, { now, timeZone })
}

/** The same of a registration that was found. */
export async function ownQuestionsOf(
  db: Db | Transaction,
  registration: Registration,
  time: TimeContext,
): Promise<OwnQuestions> {
  const { id, text, state, isShared, isFromForm, registrationId } = eventQuestions
  const mine = await db
    .select({ id, text, state, isShared, isFromForm, votes: votesOf })
    .from(eventQuestions)
    .where(
      and(eq(registrationId, registration.id), eq(eventQuestions.eventId, registration.event.id)),
    )
    .orderBy(asc(id))
  const voted = await db
    .select({ id: questionVotes.questionId })
    .from(questionVotes)
    .where(eq(questionVotes.registrationId, registration.id))
    .orderBy(asc(questionVotes.questionId))
  const asked = mine.filter((question) => !question.isFromForm).length
  return {
    isRegistered: true,
    left: takesQuestions(registration, time) ? Math.max(0, questionLimits.each - asked) : 0,
    mine,
    votedFor: voted.map((vote) => vote.id),
  }
}
