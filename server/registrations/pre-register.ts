import { and, asc, eq, isNull } from 'drizzle-orm'
import type { PreRegistrationForm } from '#shared/contract/registrations.ts'
import { isFinished } from '#shared/event-time.ts'
import type { TimeContext } from '#shared/time-context.ts'
import type { Db, Transaction } from '#server/db/open.ts'
import { events } from '#server/db/tables/events.ts'
import { lockEvents, refuseFinished } from '#server/events/lock-events.ts'
import type { Jobs } from '#server/jobs/create-jobs.ts'
import { addRegistrations } from './add-registrations.ts'
import { findOrCreatePerson } from './find-or-create-person.ts'
import { noteConsent } from './note-consent.ts'
import { enqueueRegistrationMails } from './tell-of-registration.ts'

async function openPreRegistrations(tx: Transaction, { now, timeZone }: TimeContext) {
  const rows = await tx
    .select()
    .from(events)
    .where(and(eq(events.status, 'pre_registration'), isNull(events.cancelledAt)))
    .orderBy(asc(events.id))
    .for('share')
  return rows.filter((event) => !isFinished(event, now, timeZone))
}

/**
 * Registers for one event, or for all in pre-registration without an id. Throws 404 for an unknown
 * event and 409 for a finished one. Answers the first name as it was given. Specification, "Registration".
 */
export async function preRegister(
  db: Db,
  { firstName, lastName, email, eventId, source }: PreRegistrationForm,
  { jobs, ...time }: TimeContext & { jobs: Jobs },
): Promise<{ firstName: string }> {
  const consent = { receiveUpdates: true, receiveEventInvites: true }
  return db.transaction(async (tx) => {
    const chosen =
      eventId === undefined ? await openPreRegistrations(tx, time) : await lockEvents(tx, [eventId])
    refuseFinished(chosen, time)
    const { id } = await findOrCreatePerson(tx, { firstName, lastName, email })
    await addRegistrations(tx, jobs, id, chosen, { ...consent, registrationSource: source })
    await noteConsent(tx, id, { ...consent, source })
    await enqueueRegistrationMails(tx, jobs, { userId: id, email, events: chosen })
    return { firstName }
  })
}
