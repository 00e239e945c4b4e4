import { eq, sql } from 'drizzle-orm'
import { noteCancelledChoice } from '#features/newsletter/server/series-subscriptions.ts'
import { lockSeatsOf, releaseSeat } from '#features/waitlist/server/seats.ts'
import { cancelWebinarSeats } from '#features/webinars/server/cancel-webinar-seats.ts'
import { causeOf, type Deed } from '#platform/audit/write-audit-entry.ts'
import type { Db } from '#platform/db/open.ts'
import { recordEvents, recordSelected } from '#platform/domain-events/record-events.ts'
import { eventsOfRegistrations } from '#platform/domain-events/registrations.ts'
import { Refusal } from '#platform/errors/refusal.ts'
import type { JobSender } from '#platform/jobs/jobs.ts'
import { feedbackAnswers, feedbackQuotes } from '#schema/feedback.ts'
import { users } from '#schema/people.ts'
import { eventRegistrations } from '#schema/registrations.ts'

/**
 * Deletes a registration, its registration at Zoom, its membership in the event's MailerLite group and its
 * unsent mails, and offers the seat to the first on the waiting list. If the person registers for the event again,
 * they get a new confirmation. Throws 404 for an unknown registration.
 */
export async function cancelRegistration(
  db: Db,
  id: number,
  { actor, jobs, now }: Deed & { jobs: JobSender },
): Promise<{ id: number; eventId: number }> {
  return db.transaction(async (tx) => {
    // Lock the event before the registration, in the same order as a registration does.
    const seats = await lockSeatsOf(tx, id)
    const [found] = await tx
      .select({
        userId: users.id,
        eventId: eventRegistrations.eventId,
        email: users.email,
      })
      .from(eventRegistrations)
      .innerJoin(users, eq(users.id, eventRegistrations.userId))
      .where(eq(eventRegistrations.id, id))
      .for('update', { of: eventRegistrations })
    if (!found) throw new Refusal('no_such_registration')
    const { userId, eventId, email } = found
    await cancelWebinarSeats(tx, jobs, { registrationIds: [id], task: 'cancel', now })
    const cause = actor ? causeOf(actor) : 'person'
    await recordSelected(
      tx,
      eventsOfRegistrations('registration.cancelled', sql`r.id = ${id}`, cause),
      { actor, now },
    )
    const quotes = await tx
      .select({ id: feedbackQuotes.id })
      .from(feedbackQuotes)
      .innerJoin(feedbackAnswers, eq(feedbackAnswers.id, feedbackQuotes.answerId))
      .where(eq(feedbackAnswers.registrationId, id))
    await recordEvents(
      tx,
      quotes.map(() => ({ type: 'quote.withdrawn', eventId })),
      cause,
    )
    await tx.delete(eventRegistrations).where(eq(eventRegistrations.id, id))
    await noteCancelledChoice(tx, { userId, eventId })
    // Keep sent mails in the person's history under another dedupe key, so that the confirmation of a new
    // registration does not count as a duplicate.
    await tx.execute(sql`update outbox_entries set dedupe_key = trim(dedupe_key || ${` of registration ${id}`}),
        resend_of = null, former_registration_id = ${id}
      where email = ${email} and event_id = ${eventId} and former_registration_id is null`)
    await tx.execute(sql`update outbox_entries
      set state = 'skipped', last_error = 'The registration was cancelled'
      where email = ${email} and event_id = ${eventId} and state = 'waiting'`)
    await jobs.send(tx, 'sync-subscriber', [{ userId }])
    if (seats) await releaseSeat(tx, jobs, seats, now)
    return { id, eventId }
  })
}
