import { eq } from 'drizzle-orm'
import type { DisplayZone } from '#shared/event-time.ts'
import { writeAuditEntry, type Actor } from '#server/audit/record-act.ts'
import type { Db } from '#server/db/open.ts'
import { eventRegistrations, people, users } from '#server/db/tables/people.ts'
import { lockEvents, refuseFinished } from '#server/events/lock-events.ts'
import type { Jobs } from '#server/jobs/create-jobs.ts'
import { Refusal } from '#server/refusal.ts'
import { enqueueRegistrationMails } from '#server/registrations/tell-of-registration.ts'
import { enqueueWebinarSeats } from '#server/webinars/ask-for-seats.ts'
import { noSuchRegistration } from './read-seat.ts'
import { describeWhen } from './take-join-link.ts'

/**
 * Confirms a pre-registered person's seat and sends the confirmation; pressing again changes nothing.
 * With an `actor` somebody in the admin area does it for them, which is noted. Throws 404 for a registration
 * that is gone, 409 for a finished, cancelled or still dateless event.
 */
export async function confirmRegistration(
  db: Db,
  registrationId: number | undefined,
  { now, display, jobs, actor }: { now: Date; display: DisplayZone; jobs: Jobs; actor?: Actor },
): Promise<{ title: string; when: string | null }> {
  return db.transaction(async (tx) => {
    const [found] = await tx
      .select({
        userId: users.id,
        email: users.email,
        eventId: eventRegistrations.eventId,
        key: people.key,
      })
      .from(eventRegistrations)
      .innerJoin(users, eq(users.id, eventRegistrations.userId))
      .leftJoin(people, eq(people.email, users.email))
      .where(eq(eventRegistrations.id, registrationId ?? 0))
    if (!found || !registrationId) {
      throw new Refusal('unknown_link', { message: noSuchRegistration })
    }
    const [event] = await lockEvents(tx, [found.eventId])
    if (event!.cancelledAt) throw new Refusal('event_cancelled')
    refuseFinished([event!], { now, timeZone: display.zone })
    if (event!.status === 'pre_registration') {
      throw new Refusal('date_not_confirmed')
    }
    await tx
      .update(eventRegistrations)
      .set({ registrationType: 'confirmed' })
      .where(eq(eventRegistrations.id, registrationId))
    const { userId, email } = found
    const events = [event!]
    await enqueueWebinarSeats(tx, jobs, { userId, events })
    await enqueueRegistrationMails(tx, jobs, { userId, email, events })
    if (actor !== undefined) {
      const details = { registrationId, eventId: found.eventId }
      await writeAuditEntry(tx, actor, {
        action: 'seat_taken',
        subject: found.key ?? '',
        details,
        now,
      })
    }
    return { title: event!.title, when: describeWhen(event!, display) }
  })
}
