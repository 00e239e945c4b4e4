import type { FutureEventsForm } from '#shared/contract/registrations.ts'
import { isFinished } from '#shared/event-time.ts'
import type { TimeContext } from '#shared/time-context.ts'
import type { Db } from '#server/db/open.ts'
import { userGroups } from '#server/db/tables/people.ts'
import { lockEvents } from '#server/events/lock-events.ts'
import type { Jobs } from '#server/jobs/create-jobs.ts'
import { addRegistrations } from './add-registrations.ts'
import { findOrCreatePerson } from './find-or-create-person.ts'
import { noteConsent } from './note-consent.ts'
import { enqueueRegistrationMails } from './tell-of-registration.ts'

/**
 * Notes the wish to hear of future events in `user_groups`; with an event in pre-registration also that
 * registration. Throws 404 for an unknown event. Specification, "Registration".
 */
export async function registerForFutureEvents(
  db: Db,
  { eventId, source, ...person }: FutureEventsForm,
  { jobs, now, timeZone }: TimeContext & { jobs: Jobs },
): Promise<{ user: { firstName: string } }> {
  const consent = { receiveUpdates: true, receiveEventInvites: true }
  return db.transaction(async (tx) => {
    const chosen = await lockEvents(tx, eventId === undefined ? [] : [eventId])
    const { id } = await findOrCreatePerson(tx, person)
    await tx
      .insert(userGroups)
      .values({
        userId: id,
        groupType: 'future_events',
        groupIdentifier: eventId === undefined ? 'all' : String(eventId),
      })
      .onConflictDoNothing()
    const open = chosen.filter(
      (event) => event.status === 'pre_registration' && !isFinished(event, now, timeZone),
    )
    await addRegistrations(tx, jobs, id, open, { ...consent, registrationSource: source })
    await noteConsent(tx, id, { ...consent, source })
    const { email } = person
    await enqueueRegistrationMails(tx, jobs, {
      userId: id,
      email,
      events: open,
      isInterested: true,
    })
    return { user: { firstName: person.firstName } }
  })
}
