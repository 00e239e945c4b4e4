import { eq, sql } from 'drizzle-orm'
import type { TimeContext } from '#shared/time-context.ts'
import type { Db } from '#server/db/open.ts'
import { users } from '#server/db/tables/people.ts'
import { lockEvents, refuseFinished } from '#server/events/lock-events.ts'
import type { Jobs } from '#server/jobs/create-jobs.ts'
import { Refusal } from '#server/refusal.ts'
import { addRegistrations } from '#server/registrations/add-registrations.ts'
import { enqueueRegistrationMails } from '#server/registrations/tell-of-registration.ts'

/**
 * Gives the person with this address a registration of theirs back, as a new one: they are told anew, and
 * Zoom approves the seat again. They agree to no more than they ever did. Throws 404 for an unknown event or
 * where nobody has the address any more, 409 for a finished event.
 */
export async function takeBackRegistration(
  db: Db,
  email: string,
  eventId: number,
  { jobs, ...time }: TimeContext & { jobs: Pick<Jobs, 'send' | 'takes'> },
): Promise<{ eventId: number }> {
  return db.transaction(async (tx) => {
    const chosen = await lockEvents(tx, [eventId])
    refuseFinished(chosen, time)
    const agreed = (to: string) =>
      sql<boolean>`exists (select from consents c where c.user_id = users.id and c.${sql.identifier(to)})`
    const [user] = await tx
      .select({
        id: users.id,
        receiveUpdates: agreed('receive_updates'),
        receiveEventInvites: agreed('receive_event_invites'),
      })
      .from(users)
      .where(eq(users.email, email))
    if (!user) throw new Refusal('no_such_person')
    const { id: userId, ...consent } = user
    const registrationSource = 'main_form'
    await addRegistrations(tx, jobs, userId, chosen, { ...consent, registrationSource })
    await enqueueRegistrationMails(tx, jobs, { userId, email, events: chosen })
    return { eventId }
  })
}
