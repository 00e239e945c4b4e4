import { desc, eq, sql } from 'drizzle-orm'
import type { EventAnswers, FeedbackOfEvent } from '#features/feedback/contract.ts'
import { unknownEvent } from '#features/events/server/event-rows.ts'
import type { Db } from '#platform/db/open.ts'
import { events } from '#schema/events.ts'
import { feedbackAnswers, feedbackQuotes } from '#schema/feedback.ts'
import { people, users } from '#schema/people.ts'
import { eventRegistrations } from '#schema/registrations.ts'
import { readFeedback, readFeedbackOfEvents } from './feedback-settings.ts'

const id = sql`${events.id}`

/** SQL: number of registrations of the event that meet a condition; `r` is the registration. */
function countRegistrations(condition: ReturnType<typeof sql>) {
  return sql<number>`(select count(*)::int from event_registrations r
    where r.event_id = ${id} and ${condition})`
}

const hasAnswered = sql`exists (select from feedback_answers a where a.registration_id = r.id)`
const counts = {
  asked: sql<number>`(select count(*)::int from outbox_entries d
    where d.event_id = ${id} and d.kind = 'feedback_question' and d.state = 'sent' and d.dedupe_key = '')`,
  opened: countRegistrations(sql`(${hasAnswered}
    or exists (select from feedback_openings o where o.registration_id = r.id))`),
  answered: countRegistrations(hasAnswered),
  chosen: sql<Record<string, number>>`(select coalesce(jsonb_object_agg(label, count), '{}') from (
    select a.label, count(*)::int as count from feedback_answers a
    join event_registrations r on r.id = a.registration_id
    where r.event_id = ${id} group by a.label) chosen)`,
}

/** Returns each option with its number of answers, followed by former options that were chosen. */
function countOptions(options: string[], chosen: Record<string, number>) {
  const former = Object.keys(chosen).filter((label) => !options.includes(label))
  return [...options, ...former].map((label) => ({ label, count: chosen[label] ?? 0 }))
}

/** Throws 404 for an unknown event. */
export async function readEventAnswers(db: Db, eventId: number): Promise<EventAnswers> {
  const [row] = await db
    .select({ endsAt: events.endsAt, ...counts })
    .from(events)
    .where(eq(events.id, eventId))
  if (!row) throw unknownEvent(eventId)
  const { endsAt, chosen, ...numbers } = row
  const { question, options } = await readFeedback(db, { id: eventId, endsAt })
  const given = await db
    .select({
      personKey: people.key,
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
      answer: feedbackAnswers,
      testimonial: { quote: feedbackQuotes.text, name: feedbackQuotes.name },
    })
    .from(feedbackAnswers)
    .innerJoin(eventRegistrations, eq(eventRegistrations.id, feedbackAnswers.registrationId))
    .innerJoin(users, eq(users.id, eventRegistrations.userId))
    .leftJoin(feedbackQuotes, eq(feedbackQuotes.answerId, feedbackAnswers.id))
    .leftJoin(people, eq(people.email, users.email))
    .where(eq(eventRegistrations.eventId, eventId))
    .orderBy(desc(feedbackAnswers.updatedAt), desc(feedbackAnswers.id))
  return {
    ...numbers,
    question,
    options: countOptions(options, chosen),
    answers: given.map(({ firstName, lastName, answer, ...person }) => ({
      ...person,
      id: answer.id,
      name: `${firstName} ${lastName}`.trim(),
      value: answer.value,
      label: answer.label,
      text: answer.text,
      quote: answer.quotePermission,
      answeredAt: answer.createdAt.toISOString(),
      updatedAt: answer.updatedAt.toISOString(),
    })),
  }
}

/** Returns the numbers of all events whose question was sent or answered, newest first. */
export async function listFeedback(db: Db): Promise<FeedbackOfEvent[]> {
  const rows = await db
    .select({ eventId: events.id, title: events.title, endsAt: events.endsAt, ...counts })
    .from(events)
    .where(
      sql`exists (select from outbox_entries d where d.event_id = ${id} and d.kind = 'feedback_question')
        or exists (select from feedback_answers a join event_registrations r on r.id = a.registration_id
          where r.event_id = ${id})`,
    )
    .orderBy(desc(events.endsAt), desc(events.id))
  const find = await readFeedbackOfEvents(db)
  return rows.map(({ endsAt, chosen, ...row }) => {
    const { options } = find({ id: row.eventId, endsAt })
    return { ...row, options: countOptions(options, chosen) }
  })
}
