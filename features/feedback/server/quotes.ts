import { and, desc, eq, sql } from 'drizzle-orm'
import type { QuotePage, ShownQuote } from '#features/feedback/contract.ts'
import { isShortenedFrom, normaliseQuote } from '#features/feedback/rules.ts'
import { addOutboxEntries } from '#features/mails/server/enqueue.ts'
import type { DomainEventCause } from '#kernel/domain-events.ts'
import { writeCount } from '#kernel/write-count.ts'
import { type Actor, causeOf, writeAuditEntry } from '#platform/audit/write-audit-entry.ts'
import type { Db, Transaction } from '#platform/db/open.ts'
import { recordEvents } from '#platform/domain-events/record-events.ts'
import { invalidInput, Refusal } from '#platform/errors/refusal.ts'
import type { JobSender } from '#platform/jobs/jobs.ts'
import { events } from '#schema/events.ts'
import { feedbackAnswers, feedbackQuotes } from '#schema/feedback.ts'
import { users } from '#schema/people.ts'
import { eventRegistrations } from '#schema/registrations.ts'

/**
 * Quotes from attendees' comments. The site shows a quote while both permissions exist: the author's, which is stored
 * with the answer, and the organiser's, which is the row in `feedback_quotes`.
 */

/** SQL: the author allows the approved quote. `giveAnswer` deletes the rows for which this becomes false. */
const isAllowed = sql`${feedbackAnswers.quotePermission}
  = case when ${feedbackQuotes.name} is null then 'without_name' else 'with_name' end`

const shown = { quote: feedbackQuotes.text, name: feedbackQuotes.name }

/** Returns the quotes that the site shows, newest first. */
export function listQuotes(db: Db): Promise<ShownQuote[]> {
  return db
    .select(shown)
    .from(feedbackQuotes)
    .innerJoin(feedbackAnswers, eq(feedbackAnswers.id, feedbackQuotes.answerId))
    .where(isAllowed)
    .orderBy(desc(feedbackQuotes.approvedAt), desc(feedbackQuotes.id))
}

/** Returns the quote with this id as its mail shows it; undefined if the site does not show it. */
export async function findQuote(db: Db, id: number) {
  const { createdAt } = feedbackAnswers
  const [found] = await db
    .select({ ...shown, answer: { id: feedbackAnswers.id, createdAt } })
    .from(feedbackQuotes)
    .innerJoin(feedbackAnswers, eq(feedbackAnswers.id, feedbackQuotes.answerId))
    .where(and(eq(feedbackQuotes.id, id), isAllowed))
  return found
}

/** Locks an answer, and returns it with its author and event. Throws 404 for an unknown answer. */
async function lockAnswer(tx: Transaction, id: number) {
  const [found] = await tx
    .select({
      answer: feedbackAnswers,
      event: { id: events.id, title: events.title },
      author: { firstName: users.firstName, lastName: users.lastName, email: users.email },
    })
    .from(feedbackAnswers)
    .innerJoin(eventRegistrations, eq(eventRegistrations.id, feedbackAnswers.registrationId))
    .innerJoin(events, eq(events.id, eventRegistrations.eventId))
    .innerJoin(users, eq(users.id, eventRegistrations.userId))
    .where(eq(feedbackAnswers.id, id))
    .for('update', { of: feedbackAnswers })
  if (!found) throw new Refusal('no_such_answer')
  return found
}

type Deed = { actor: Actor; now: Date }

/**
 * Shows a quote from an answer's text on the site, and mails its author a link that withdraws it. Does nothing if the
 * site shows the same quote already. Throws 404 for an unknown answer, 409 without the author's permission or if the
 * answer changed after `updatedAt`, and 400 if the quote does not consist of words of the text in their order.
 */
export async function publishQuote(
  db: Db,
  answerId: number,
  form: { quote: string; updatedAt: string },
  { actor, now, jobs }: Deed & { jobs: JobSender },
) {
  return db.transaction(async (tx) => {
    const { answer, event, author } = await lockAnswer(tx, answerId)
    if (answer.quotePermission === 'none') throw new Refusal('quote_not_allowed')
    if (answer.updatedAt.getTime() !== Date.parse(form.updatedAt)) {
      throw new Refusal('answer_changed')
    }
    const text = normaliseQuote(form.quote)
    if (!isShortenedFrom(normaliseQuote(answer.text), text)) {
      const message = 'Use whole words of the comment in their order, and … for each omission'
      throw invalidInput([{ field: 'quote', message }])
    }
    const isNamed = answer.quotePermission === 'with_name'
    const name = isNamed ? `${author.firstName} ${author.lastName}`.trim() : null
    const [before] = await tx
      .select()
      .from(feedbackQuotes)
      .where(eq(feedbackQuotes.answerId, answerId))
    if (before?.text === text && before.name === name) return {}
    await tx.delete(feedbackQuotes).where(eq(feedbackQuotes.answerId, answerId))
    const [quote] = await tx
      .insert(feedbackQuotes)
      .values({ answerId, text, name, approvedAt: now })
      .returning({ id: feedbackQuotes.id })
    const dedupeKey = String(quote!.id)
    const { email } = author
    await addOutboxEntries(tx, jobs, [
      { kind: 'quote_published', email, eventId: event.id, dedupeKey },
    ])
    await recordEvents(tx, [{ type: 'quote.published', eventId: event.id }], causeOf(actor))
    await note(tx, 'quote_published', { actor, now, event })
    return {}
  })
}

/** Removes the quote from the site, at the organiser's wish. Throws 404 for an unknown answer. */
export async function removeQuote(db: Db, answerId: number, { actor, now }: Deed) {
  return db.transaction(async (tx) => {
    const { event } = await lockAnswer(tx, answerId)
    const isRemoved = await deleteQuote(tx, { answerId, eventId: event.id }, causeOf(actor))
    if (isRemoved) await note(tx, 'quote_removed', { actor, now, event })
    return {}
  })
}

type Noted = Deed & { event: { id: number; title: string } }

function note(
  tx: Transaction,
  action: 'quote_published' | 'quote_removed',
  { actor, now, event }: Noted,
) {
  const details = { eventId: event.id }
  return writeAuditEntry(tx, actor, { action, subject: event.title, details, now })
}

/** Removes the quote of an answer from the site. Returns false if there was none. */
export async function deleteQuote(
  tx: Transaction,
  { answerId, eventId }: { answerId: number; eventId: number },
  cause: DomainEventCause,
): Promise<boolean> {
  const deleted = await tx
    .delete(feedbackQuotes)
    .where(eq(feedbackQuotes.answerId, answerId))
    .returning({ id: feedbackQuotes.id })
  if (deleted.length === 0) return false
  await recordEvents(tx, [{ type: 'quote.withdrawn', eventId }], cause)
  return true
}

/**
 * Removes all quotes from a restored database, because their authors may have withdrawn them after the backup was made.
 * Returns a sentence about this for the operator; undefined if there were none.
 */
export async function removeRestoredQuotes(db: Db, now: Date): Promise<string | undefined> {
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ id: number; title: string }>(sql`
      delete from feedback_quotes q using feedback_answers a, event_registrations r, events e
      where a.id = q.answer_id and r.id = a.registration_id and e.id = r.event_id
      returning e.id, e.title`)
    for (const { id, title } of rows) {
      const entry = { action: 'quote_removed', subject: title, details: { eventId: id } } as const
      await writeAuditEntry(tx, null, { ...entry, now })
    }
    if (rows.length === 0) return undefined
    const quotes = writeCount(rows.length, 'quote')
    return `Removed ${quotes} from the site, because authors can withdraw quotes, and may have done so after the backup was made. Publish quotes again under Results of their event.`
  })
}

function unknownLink() {
  return new Refusal('unknown_link', { message: 'This link is not valid.' })
}

/** Returns the quote of the answer that a link in a mail is signed for. Throws 404 without an answer. */
export async function readQuotePage(db: Db, answerId: number | undefined): Promise<QuotePage> {
  const [found] = await db
    .select({ eventTitle: events.title, ...shown })
    .from(feedbackAnswers)
    .innerJoin(eventRegistrations, eq(eventRegistrations.id, feedbackAnswers.registrationId))
    .innerJoin(events, eq(events.id, eventRegistrations.eventId))
    .leftJoin(feedbackQuotes, and(eq(feedbackQuotes.answerId, feedbackAnswers.id), isAllowed))
    .where(eq(feedbackAnswers.id, answerId ?? 0))
  if (!found) throw unknownLink()
  return found
}

/** Withdraws the author's permission, and removes the quote from the site. Throws 404 without an answer. */
export async function withdrawQuote(db: Db, answerId: number | undefined): Promise<QuotePage> {
  if (answerId === undefined) throw unknownLink()
  await db.transaction(async (tx) => {
    const { event } = await lockAnswer(tx, answerId)
    await tx
      .update(feedbackAnswers)
      .set({ quotePermission: 'none' })
      .where(eq(feedbackAnswers.id, answerId))
    await deleteQuote(tx, { answerId, eventId: event.id }, 'person')
  })
  return readQuotePage(db, answerId)
}
