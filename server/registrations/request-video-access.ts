import type { VideoAccessForm } from '#shared/contract/registrations.ts'
import { isFinished } from '#shared/event-time.ts'
import type { Session } from '#shared/session.ts'
import type { TimeContext } from '#shared/time-context.ts'
import type { Db } from '#server/db/open.ts'
import { videoAccess } from '#server/db/tables/people.ts'
import { lockEvents } from '#server/events/lock-events.ts'
import type { Jobs } from '#server/jobs/create-jobs.ts'
import { openSession } from '#server/session/open-session.ts'
import { addRegistrations } from './add-registrations.ts'
import { findOrCreatePerson } from './find-or-create-person.ts'
import { noteConsent } from './note-consent.ts'
import { enqueueRegistrationMails } from './tell-of-registration.ts'

/**
 * Register & Watch: a `users` row, a `video_access` row and a member session, and on request a seat in
 * the event, unless it is finished. Throws 404 for an unknown event. Returns the session's token beside
 * the reply. Specification, "Registration".
 */
export async function requestVideoAccess(
  db: Db,
  form: VideoAccessForm,
  context: TimeContext & { jobs: Jobs; videoTitle: string; session: Session | undefined },
) {
  const { eventId, source, receiveEventInvites, ...person } = form
  return db.transaction(async (tx) => {
    const chosen = await lockEvents(tx, eventId === undefined ? [] : [eventId])
    const { id, isExistingUser } = await findOrCreatePerson(tx, person)
    await tx
      .insert(videoAccess)
      .values({
        ...person,
        userId: id,
        eventId,
        receiveEventInvites,
        videoTitle: context.videoTitle,
      })
      .onConflictDoNothing()
    const open = receiveEventInvites
      ? chosen.filter((event) => !isFinished(event, context.now, context.timeZone))
      : []
    if (receiveEventInvites) {
      const consent = { receiveUpdates: true, receiveEventInvites }
      await addRegistrations(tx, context.jobs, id, open, { ...consent, registrationSource: source })
      await noteConsent(tx, id, { ...consent, source })
    }
    await enqueueRegistrationMails(tx, context.jobs, {
      userId: id,
      email: person.email,
      events: open,
      hasNewAccess: true,
    })
    const token = await openSession(tx, context.session, { email: person.email }, context.now)
    return { token, reply: { videoAccess: { email: person.email }, isExistingUser } }
  })
}
