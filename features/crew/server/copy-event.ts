import { and, eq, ne } from 'drizzle-orm'
import type { EventCopy } from '#features/events/contract.ts'
import { copyEvent } from '#features/events/server/copy-event.ts'
import { copyFormQuestions } from '#features/form-questions/server/question-lists.ts'
import type { AdminEvent } from '#kernel/event-shapes.ts'
import type { TimeContext } from '#kernel/event-time.ts'
import type { Deed } from '#platform/audit/write-audit-entry.ts'
import type { Db } from '#platform/db/open.ts'
import type { JobSender } from '#platform/jobs/jobs.ts'
import { eventCrew } from '#schema/crew.ts'
import { insertCrewMember } from './crew.ts'

/**
 * Copies an event with its form questions. If the copy is for a new guest, adds the event's host and producer to the copy's crew, and the new
 * guest if their email is given. Mails each of them a crew link. Throws 404 for an unknown event.
 */
export async function copyEventWithCrew(
  db: Db,
  eventId: number,
  given: EventCopy,
  context: TimeContext & Deed & { jobs: JobSender },
): Promise<AdminEvent> {
  return db.transaction(async (tx) => {
    const copy = await copyEvent(tx, eventId, given, context)
    await copyFormQuestions(tx, eventId, copy.id)
    const { speakerName, guestEmail } = given
    if (speakerName === undefined) return copy
    const hosts = await tx
      .select({ name: eventCrew.name, email: eventCrew.email, role: eventCrew.role })
      .from(eventCrew)
      .where(and(eq(eventCrew.eventId, eventId), ne(eventCrew.role, 'guest')))
      .orderBy(eventCrew.id)
    const guests = guestEmail
      ? [{ name: speakerName, email: guestEmail, role: 'guest' as const }]
      : []
    for (const member of [...hosts, ...guests]) await insertCrewMember(tx, copy, member, context)
    return copy
  })
}
