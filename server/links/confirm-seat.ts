import { eq } from 'drizzle-orm'
import type { DisplayZone } from '#shared/event-time.ts'
import type { Db } from '#server/db/open.ts'
import { eventRegistrations, users } from '#server/db/schema.ts'
import type { Jobs } from '#server/jobs/create-jobs.ts'
import { lockEvents, refuseFinished } from '#server/registrations/lock-events.ts'
import { tellOfRegistration } from '#server/registrations/tell-of-registration.ts'
import { Refusal } from '#server/refusal.ts'
import { noSuchSeat } from './read-seat.ts'
import { describeWhen } from './take-join-link.ts'

/**
 * Confirms a pre-registered person's seat and sends the confirmation; pressing again changes nothing.
 * Throws 404 for a registration that is gone, 409 for a finished, cancelled or still dateless event.
 */
export async function confirmSeat(
  db: Db,
  registrationId: number | undefined,
  { now, display, jobs }: { now: Date; display: DisplayZone; jobs: Jobs },
): Promise<{ title: string; when: string | null }> {
  return db.transaction(async (tx) => {
    const [found] = await tx
      .select({
        userId: users.id,
        email: users.email,
        eventId: eventRegistrations.eventId,
      })
      .from(eventRegistrations)
      .innerJoin(users, eq(users.id, eventRegistrations.userId))
      .where(eq(eventRegistrations.id, registrationId ?? 0))
    if (!found || !registrationId) {
      throw new Refusal(404, noSuchSeat)
    }
    const [event] = await lockEvents(tx, [found.eventId])
    if (event!.cancelledAt) throw new Refusal(409, 'This interview will not take place.')
    refuseFinished([event!], { now, timeZone: display.zone })
    if (event!.status === 'pre_registration') {
      throw new Refusal(409, 'The date is not confirmed yet. We will write to you when it is.')
    }
    await tx
      .update(eventRegistrations)
      .set({ registrationType: 'confirmed' })
      .where(eq(eventRegistrations.id, registrationId))
    await tellOfRegistration(tx, jobs, {
      userId: found.userId,
      email: found.email,
      events: [event!],
    })
    return { title: event!.title, when: describeWhen(event!, display) }
  })
}
