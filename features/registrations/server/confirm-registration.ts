import { and, eq, sql } from 'drizzle-orm'
import {
  cancelledEvent,
  type EventRow,
  lockEvents,
  refuseFinished,
} from '#features/events/server/event-rows.ts'
import type { RegistrationOffer } from '#features/registrations/contract.ts'
import { enqueueWebinarSeats } from '#features/webinars/server/enqueue-webinar-seats.ts'
import { isFinished, type DisplayZone, describeWhen } from '#kernel/event-time.ts'
import { causeOf, writeAuditEntry, type Actor } from '#platform/audit/write-audit-entry.ts'
import type { Db, Transaction } from '#platform/db/open.ts'
import { Refusal } from '#platform/errors/refusal.ts'
import type { Jobs } from '#platform/jobs/jobs.ts'
import { events, isPublishedAt } from '#schema/events.ts'
import { people, users } from '#schema/people.ts'
import { eventRegistrations } from '#schema/registrations.ts'
import { addRegistrations, enqueueRegistrationMails, recordUpgrades } from './registration.ts'

/**
 * Error message of all calls that a link in a mail makes. It is always the same, so that it does not reveal
 * why the link is invalid.
 */
const noSuchRegistration = 'This link does not lead to a seat. Please register on the home page.'

/**
 * Returns the event of a confirmation link, and whether the registration can be confirmed. Throws 404 if
 * the registration or event no longer exists.
 */
export async function readRegistrationOffer(
  db: Db,
  registrationId: number | undefined,
  { now, display }: { now: Date; display: DisplayZone },
): Promise<RegistrationOffer> {
  const [found] = await db
    .select({ event: events, registrationType: eventRegistrations.registrationType })
    .from(eventRegistrations)
    .innerJoin(events, eq(events.id, eventRegistrations.eventId))
    .where(and(eq(eventRegistrations.id, registrationId ?? 0), isPublishedAt(now)))
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

/**
 * Confirms a pre-registration and sends the confirmation mail; a repeated call changes nothing. With
 * `actor`, an administrator confirms on the person's behalf, and the audit log records it. Throws 404 if
 * the registration no longer exists or its event is unpublished, and 409 if the event is finished,
 * cancelled or undated.
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
      .innerJoin(events, eq(events.id, eventRegistrations.eventId))
      .leftJoin(people, eq(people.email, users.email))
      .where(and(eq(eventRegistrations.id, registrationId ?? 0), isPublishedAt(now)))
    if (!found || !registrationId) {
      throw new Refusal('unknown_link', { message: noSuchRegistration })
    }
    const [event] = await lockEvents(tx, [found.eventId], now)
    if (event!.cancelledAt) throw cancelledEvent()
    refuseFinished([event!], { now, timeZone: display.zone })
    if (event!.status === 'pre_registration') {
      throw new Refusal('date_not_confirmed')
    }
    const upgraded = await tx
      .update(eventRegistrations)
      .set({ registrationType: 'confirmed' })
      .where(
        and(
          eq(eventRegistrations.id, registrationId),
          eq(eventRegistrations.registrationType, 'pre_registration'),
        ),
      )
      .returning({ id: eventRegistrations.id })
    const { userId, email, key } = found
    if (upgraded.length > 0) {
      await recordUpgrades(tx, [registrationId], actor === undefined ? 'person' : causeOf(actor))
    }
    const registered = { userId, events: [event!] }
    await enqueueWebinarSeats(tx, jobs, registered)
    await enqueueRegistrationMails(tx, jobs, { ...registered, email })
    if (actor !== undefined) {
      const details = { registrationId, eventId: found.eventId }
      await writeAuditEntry(tx, actor, {
        action: 'seat_taken',
        subject: key ?? '',
        details,
        now,
      })
    }
    return { title: event!.title, when: describeWhen(event!, display) }
  })
}

/**
 * Registers a known person for events, without adding to the consents that they gave. Throws 404 if the
 * person no longer exists.
 */
export async function registerKnownPerson(
  tx: Transaction,
  jobs: Pick<Jobs, 'send' | 'takes'>,
  userId: number,
  chosen: EventRow[],
): Promise<void> {
  const agreed = (to: string) =>
    sql<boolean>`exists (select from consents c where c.user_id = users.id and c.${sql.identifier(to)})`
  const [user] = await tx
    .select({
      email: users.email,
      receiveUpdates: agreed('receive_updates'),
      receiveEventInvites: agreed('receive_event_invites'),
    })
    .from(users)
    .where(eq(users.id, userId))
  if (!user) throw new Refusal('no_such_person')
  const { email, ...consent } = user
  await addRegistrations(tx, jobs, userId, chosen, { ...consent, registrationSource: 'main_form' })
  await enqueueRegistrationMails(tx, jobs, { userId, email, events: chosen })
}
