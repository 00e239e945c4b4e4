import { eq, sql } from 'drizzle-orm'
import type { AnswerPage, giveAnswer as giveAnswerCall } from '#features/feedback/contract.ts'
import { answerChangeMs } from '#features/feedback/rules.ts'
import type { BodyOf } from '#kernel/endpoint.ts'
import type { Db, Transaction } from '#platform/db/open.ts'
import { invalidInput, Refusal } from '#platform/errors/refusal.ts'
import { events } from '#schema/events.ts'
import { feedbackAnswers, feedbackOpenings } from '#schema/feedback.ts'
import { users } from '#schema/people.ts'
import { eventRegistrations } from '#schema/registrations.ts'
import { readFeedback } from './feedback-settings.ts'
import { deleteQuote } from './quotes.ts'

function unknownLink() {
  return new Refusal('unknown_link', { message: 'This link is not valid.' })
}

async function readPage(
  db: Db | Transaction,
  registrationId: number,
): Promise<AnswerPage & { eventId: number }> {
  const [row] = await db
    .select({
      event: { id: events.id, endsAt: events.endsAt, title: events.title },
      answer: feedbackAnswers,
    })
    .from(eventRegistrations)
    .innerJoin(events, eq(events.id, eventRegistrations.eventId))
    .leftJoin(feedbackAnswers, eq(feedbackAnswers.registrationId, eventRegistrations.id))
    .where(eq(eventRegistrations.id, registrationId))
  if (!row) throw unknownLink()
  const { event, answer } = row
  const { question, options } = await readFeedback(db, event)
  return {
    eventId: event.id,
    eventTitle: event.title,
    question,
    options,
    value: answer?.value ?? null,
    text: answer?.text ?? '',
    quote: answer?.quotePermission ?? 'none',
    changeableUntil: answer && lastChange(answer.createdAt).toISOString(),
  }
}

function lastChange(answeredAt: Date): Date {
  return new Date(answeredAt.getTime() + answerChangeMs)
}

/** Returns the page of a registration's answer link. Throws 404 without a registration. */
export async function readAnswerPage(db: Db, registrationId: number | undefined) {
  if (registrationId === undefined) throw unknownLink()
  return readPage(db, registrationId)
}

/** Locks the registrant, so that a simultaneous erasure or merge waits. Throws 404 if the registrant was erased or merged. */
async function lockAuthor(tx: Transaction, registrationId: number) {
  const [author] = await tx
    .select({ id: users.id })
    .from(eventRegistrations)
    .innerJoin(users, eq(users.id, eventRegistrations.userId))
    .where(eq(eventRegistrations.id, registrationId))
    .for('key share', { of: users })
  if (!author) throw unknownLink()
}

type Answer = Pick<BodyOf<typeof giveAnswerCall>, 'value' | 'text' | 'quote'>

/**
 * Stores the answer of a registration, or replaces it within seven days. If its text or the permission to quote it
 * changes, its quote leaves the site. Throws 404 without a registration, 400 if the question has no such option, and 409
 * if the answer is older.
 */
export async function giveAnswer(
  db: Db,
  registrationId: number | undefined,
  { value, text, quote, now }: Answer & { now: Date },
): Promise<AnswerPage> {
  if (registrationId === undefined) throw unknownLink()
  return db.transaction(async (tx) => {
    await lockAuthor(tx, registrationId)
    const { eventId, question, options } = await readPage(tx, registrationId)
    const label = options[value - 1]
    if (label === undefined) {
      throw invalidInput([{ field: 'value', message: 'Please choose an answer' }])
    }
    const quotePermission = text === '' ? 'none' : quote
    const [before] = await tx
      .select()
      .from(feedbackAnswers)
      .where(eq(feedbackAnswers.registrationId, registrationId))
      .for('update')
    const given = { question, value, label, text, quotePermission, updatedAt: now }
    const [stored] = await tx
      .insert(feedbackAnswers)
      .values({ registrationId, ...given, createdAt: now })
      .onConflictDoUpdate({
        target: feedbackAnswers.registrationId,
        set: given,
        setWhere: sql`${feedbackAnswers.createdAt} >= ${new Date(now.getTime() - answerChangeMs).toISOString()}::timestamptz`,
      })
      .returning({ id: feedbackAnswers.id })
    if (!stored) throw new Refusal('answer_final')
    if (before?.text !== text || before.quotePermission !== quotePermission) {
      await deleteQuote(tx, { answerId: stored.id, eventId }, 'person')
    }
    return readPage(tx, registrationId)
  })
}

/** Records that the page of a registration's answer link was visible. Throws 404 without a registration. */
export async function noteOpening(db: Db, registrationId: number | undefined, now: Date) {
  if (registrationId === undefined) throw unknownLink()
  await db.insert(feedbackOpenings).values({ registrationId, openedAt: now }).onConflictDoNothing()
  return {}
}
