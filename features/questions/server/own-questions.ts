import { and, asc, eq, ne } from 'drizzle-orm'
import {
  findCallerRegistration,
  type Caller,
} from '#features/join-links/server/caller-registration.ts'
import { joinWindowState } from '#features/join-links/server/join-page.ts'
import type { OwnQuestions, voteForQuestion as contract } from '#features/questions/contract.ts'
import { questionLimits } from '#features/questions/rules.ts'
import type { ReplyOf } from '#kernel/endpoint.ts'
import type { TimeContext } from '#kernel/event-time.ts'
import type { Db, Transaction } from '#platform/db/open.ts'
import { Refusal } from '#platform/errors/refusal.ts'
import { eventQuestions, questionVotes } from '#schema/questions.ts'
import { eventRegistrations } from '#schema/registrations.ts'
import { votesOf } from './question-board.ts'

type Registration = NonNullable<Awaited<ReturnType<typeof findCallerRegistration>>>

/**
 * Returns whether questions are accepted: until the meeting room closes, after which the guest cannot answer them.
 */
function takesQuestions(
  { event, heard }: Pick<Registration, 'event' | 'heard'>,
  time: TimeContext,
) {
  const state = joinWindowState(event, heard, time)
  return state === 'early' || state === 'open'
}

/** Returns the caller's questions and votes for an event; empty if the caller is not registered. */
export async function readOwnQuestions(
  db: Db,
  eventId: number,
  { now, timeZone, ...caller }: Caller & TimeContext,
): Promise<OwnQuestions> {
  const registration = await findCallerRegistration(db, eventId, caller, now)
  if (!registration) return { isRegistered: false, left: 0, mine: [], votedFor: [] }
  return ownQuestionsOf(db, registration, { now, timeZone })
}

async function ownQuestionsOf(
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

type Question = { eventId: number; text: string; isShared: boolean }

/**
 * Stores a registrant's question. Throws 403 if the caller is not registered, 409 once the event is over or if the
 * registrant has asked three questions already.
 */
export async function askQuestion(
  db: Db,
  { eventId, text, isShared }: Question,
  { now, timeZone, ...caller }: Caller & TimeContext,
): Promise<OwnQuestions> {
  const time = { now, timeZone }
  const registration = await findCallerRegistration(db, eventId, caller, now)
  if (!registration) throw new Refusal('not_registered')
  if (!takesQuestions(registration, time)) throw new Refusal('questions_closed')
  return db.transaction(async (tx) => {
    // Lock the registration, so that simultaneous calls cannot exceed three questions.
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

/**
 * Adds or withdraws the caller's vote for a public question; a repeated call changes nothing. Throws 404 if the
 * question is unknown, private or hidden, 403 if the caller is not registered, 409 once the event is over.
 */
export async function setVote(
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
  const registration = await findCallerRegistration(db, question.eventId, caller, now)
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
