import { eq, isNull, or } from 'drizzle-orm'
import type {
  EventFeedback,
  EventFeedbackForm,
  SeriesFeedback,
} from '#features/feedback/contract.ts'
import { feedbackMinutes, usualFeedback } from '#features/feedback/rules.ts'
import { type EventRow, lockEvent, unknownEvent } from '#features/events/server/event-rows.ts'
import { deleteHolds } from '#features/mails/server/hold-until.ts'
import { type Actor, writeAuditEntry } from '#platform/audit/write-audit-entry.ts'
import type { Db, Transaction } from '#platform/db/open.ts'
import { events } from '#schema/events.ts'
import { feedbackQuestions } from '#schema/feedback.ts'

type Row = typeof feedbackQuestions.$inferSelect
type EventOfQuestion = Pick<EventRow, 'id' | 'endsAt'>

const isOfSeries = isNull(feedbackQuestions.eventId)

function seriesOf(rows: Row[]) {
  const row = rows.find(({ eventId }) => eventId === null)
  const series: SeriesFeedback = {
    isOn: Boolean(row?.since),
    minutes: row?.minutes ?? feedbackMinutes.usual,
    question: row?.question ?? usualFeedback.question,
    options: row?.options ?? usualFeedback.options,
  }
  return { series, since: row?.since ?? null }
}

async function readSeries(db: Db | Transaction) {
  return seriesOf(await db.select().from(feedbackQuestions).where(isOfSeries))
}

export async function readSeriesFeedback(db: Db): Promise<SeriesFeedback> {
  return (await readSeries(db)).series
}

function feedbackOf(rows: Row[], { id, endsAt }: EventOfQuestion) {
  const { series, since } = seriesOf(rows)
  const row = rows.find(({ eventId }) => eventId === id)
  const own = row?.question && row.options ? { question: row.question, options: row.options } : null
  const stored: EventFeedback = {
    isSent: row?.isSent ?? true,
    minutes: row?.minutes ?? null,
    own,
    series,
    isOn: since !== null && (!endsAt || endsAt > since),
  }
  const { question, options } = own ?? series
  return { stored, question, options, minutes: stored.minutes ?? series.minutes }
}

/** Returns the question of an event, and when it is sent. */
export async function readFeedback(db: Db | Transaction, event: EventOfQuestion) {
  const isRelevant = or(isOfSeries, eq(feedbackQuestions.eventId, event.id))
  return feedbackOf(await db.select().from(feedbackQuestions).where(isRelevant), event)
}

/** Returns a function that returns the same for any event, from one query. */
export async function readFeedbackOfEvents(db: Db) {
  const rows = await db.select().from(feedbackQuestions)
  return (event: EventOfQuestion) => feedbackOf(rows, event)
}

/** Throws 404 for an unknown event. */
export async function readEventFeedback(db: Db, eventId: number): Promise<EventFeedback> {
  const [event] = await db.select().from(events).where(eq(events.id, eventId))
  if (!event) throw unknownEvent(eventId)
  return (await readFeedback(db, event)).stored
}

type Deed = { actor: Actor; now: Date }

/** Changes the question of the series. Another time also applies to questions that wait. */
export async function changeSeriesFeedback(
  db: Db,
  { isOn, ...form }: SeriesFeedback,
  { actor, now }: Deed,
): Promise<SeriesFeedback> {
  return db.transaction(async (tx) => {
    const { series, since } = await readSeries(tx)
    const values = { ...form, since: isOn ? (since ?? now) : null, updatedAt: now }
    await tx
      .insert(feedbackQuestions)
      .values({ eventId: null, ...values })
      .onConflictDoUpdate({ target: feedbackQuestions.eventId, set: values })
    if (form.minutes !== series.minutes) await deleteHolds(tx, 'all', ['feedback_question'])
    const details = { fields: ['feedbackQuestion'] }
    await writeAuditEntry(tx, actor, { action: 'event_defaults_changed', details, now })
    return (await readSeries(tx)).series
  })
}

/**
 * Changes the question of one event. Deletes the hold of its mail, so that the next sweep computes the time again.
 * Throws 404 for an unknown event.
 */
export async function changeEventFeedback(
  db: Db,
  eventId: number,
  { isSent, minutes, own }: EventFeedbackForm,
  { actor, now }: Deed,
): Promise<EventFeedback> {
  return db.transaction(async (tx) => {
    const { event } = await lockEvent(tx, eventId)
    const values = {
      ...(isSent !== undefined && { isSent }),
      ...(minutes !== undefined && { minutes }),
      ...(own !== undefined && {
        question: own?.question ?? null,
        options: own?.options ?? null,
      }),
      updatedAt: now,
    }
    await tx
      .insert(feedbackQuestions)
      .values({ eventId, ...values })
      .onConflictDoUpdate({ target: feedbackQuestions.eventId, set: values })
    await deleteHolds(tx, eventId, ['feedback_question'])
    const details = { eventId, fields: ['feedbackQuestion'] }
    await writeAuditEntry(tx, actor, {
      action: 'event_changed',
      subject: event.title,
      details,
      now,
    })
    return (await readFeedback(tx, event)).stored
  })
}
