import { eq } from 'drizzle-orm'
import { isFinished, type DisplayZone } from '#shared/event-time.ts'
import type { RegistrationOffer } from '#shared/contract/links.ts'
import type { Db } from '#server/db/open.ts'
import { events } from '#server/db/tables/events.ts'
import { eventRegistrations } from '#server/db/tables/people.ts'
import { Refusal } from '#server/refusal.ts'
import { describeWhen } from './take-join-link.ts'

/** What a seat link refuses, and every call behind it in the same words. */
export const noSuchRegistration =
  'This link does not lead to a seat. Please register on the front page.'

/** The event that a seat link is about and whether the seat can be taken. Throws 404 where it is gone. */
export async function readRegistrationOffer(
  db: Db,
  registrationId: number | undefined,
  { now, display }: { now: Date; display: DisplayZone },
): Promise<RegistrationOffer> {
  const [found] = await db
    .select({ event: events, registrationType: eventRegistrations.registrationType })
    .from(eventRegistrations)
    .innerJoin(events, eq(events.id, eventRegistrations.eventId))
    .where(eq(eventRegistrations.id, registrationId ?? 0))
  if (!found) throw new Refusal('unknown_link', { message: noSuchRegistration })
  const { event, registrationType } = found
  const stateOf = (): RegistrationOffer['state'] => {
    if (event.cancelledAt) return 'cancelled'
    if (isFinished(event, now, display.zone)) return 'over'
    if (registrationType === 'confirmed') return 'taken'
    return event.status === 'pre_registration' ? 'undated' : 'open'
  }
  return { state: stateOf(), title: event.title, when: describeWhen(event, display) }
}
