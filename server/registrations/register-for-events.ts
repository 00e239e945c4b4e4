import type { ReplyOf } from '#shared/contract/endpoint.ts'
import type {
  registerForEvents as contract,
  RegistrationForm,
} from '#shared/contract/registrations.ts'
import type { TimeContext } from '#shared/time-context.ts'
import type { Db } from '#server/db/open.ts'
import { pipeline } from '#server/db/together.ts'
import { lockEvents, refuseFinished } from '#server/events/lock-events.ts'
import type { Jobs } from '#server/jobs/create-jobs.ts'
import { addRegistrations } from './add-registrations.ts'
import { findOrCreatePerson } from './find-or-create-person.ts'
import { noteConsent } from './note-consent.ts'
import { enqueueRegistrationMails } from './tell-of-registration.ts'

/**
 * Registers a person for every chosen event, or for none, in one transaction: all or nothing. Throws
 * 404 for an unknown event and 409 for a finished one, with nothing written.
 * Specification, "Refusals and toasts".
 */
export async function registerForEvents(
  db: Db,
  form: RegistrationForm,
  { jobs, ...time }: TimeContext & { jobs: Jobs },
): Promise<ReplyOf<typeof contract>> {
  const { eventIds, source, receiveUpdates, receiveEventInvites, questions, ...person } = form
  return db.transaction(async (tx) => {
    const [chosen, { id, isExistingUser }] = await pipeline(
      lockEvents(tx, eventIds),
      findOrCreatePerson(tx, { ...person, questions: eventIds.length === 0 ? questions : '' }),
    )
    refuseFinished(chosen, time)
    const { email } = person
    const [newRegistrations] = await pipeline(
      addRegistrations(tx, jobs, id, chosen, {
        questions,
        receiveUpdates,
        receiveEventInvites,
        registrationSource: source,
      }),
      noteConsent(tx, id, { receiveUpdates, receiveEventInvites, source }),
      enqueueRegistrationMails(tx, jobs, {
        userId: id,
        email,
        events: chosen,
        hasNewAccess: !isExistingUser,
      }),
    )
    return { isExistingUser, newRegistrations }
  })
}
