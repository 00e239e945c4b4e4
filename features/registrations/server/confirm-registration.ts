import { and, eq, sql } from 'drizzle-orm'
import {
  cancelledEvent,
  type EventRow,
  lockEvents,
  refuseFinished,
} from '#features/events/server/event-rows.ts'
import { addOutboxEntries } from '#features/mails/server/enqueue.ts'
import type { RegistrationOffer } from '#features/registrations/contract.ts'
import { enqueueWebinarSeats } from '#features/webinars/server/enqueue-webinar-seats.ts'
import {
  countFreeSeats,
  ownEntry,
  placePerson,
  removeSeated,
} from '#features/waitlist/server/seats.ts'
import {
  joinWaitlist,
  readWaitlistState,
  waitlistMailOf,
} from '#features/waitlist/server/waitlist.ts'
import { isFinished, type DisplayZone, describeWhen } from '#kernel/event-time.ts'
import type { FirstTouch } from '#kernel/first-touch.ts'
import { causeOf, writeAuditEntry, type Actor } from '#platform/audit/write-audit-entry.ts'
import type { Db, Transaction } from '#platform/db/open.ts'
import { Refusal } from '#platform/errors/refusal.ts'
import type { Jobs } from '#platform/jobs/jobs.ts'
import { events, isPublishedAt } from '#schema/events.ts'
import { people, users } from '#schema/people.ts'
import { eventRegistrations } from '#schema/registrations.ts'
import { waitlistEntries } from '#schema/waitlist.ts'
import { addRegistrations, enqueueRegistrationMails, recordUpgrades } from './registration.ts'

/**
 * Error message of all API calls by the pages that links in mails open. It is always the same, so that it does not
 * reveal why a link is invalid.
 */
const noSuchRegistration = 'This link is not valid. Please register on the home page.'

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
    .select({
      event: events,
      userId: eventRegistrations.userId,
      registrationType: eventRegistrations.registrationType,
    })
    .from(eventRegistrations)
    .innerJoin(events, eq(events.id, eventRegistrations.eventId))
    .where(and(eq(eventRegistrations.id, registrationId ?? 0), isPublishedAt(now)))
  if (!found) throw new Refusal('unknown_link', { message: noSuchRegistration })
  const { event, userId, registrationType } = found
  const place = await readWaitlistState(db, userId, event)
  const stateOf = (): RegistrationOffer['state'] => {
    if (event.cancelledAt) return 'cancelled'
    if (isFinished(event, now, display.zone)) return 'over'
    if (registrationType === 'confirmed') return 'taken'
    if (event.status === 'pre_registration') return 'undated'
    if (place === 'waiting') return 'waiting'
    return place === 'full' || place === 'missed' ? 'full' : 'open'
  }
  return { state: stateOf(), title: event.title, when: describeWhen(event, display) }
}

/**
 * Confirms a pre-registration and sends the confirmation mail; a repeated call changes nothing. With
 * `actor`, an administrator confirms on the person's behalf, even if the event is full, and the audit log records
 * it. Throws 404 if the registration no longer exists or its event is unpublished, and 409 if the event is finished,
 * cancelled, undated or full; with `waitlist`, puts the person on the waiting list of a full event instead.
 */
export async function confirmRegistration(
  db: Db,
  registrationId: number | undefined,
  {
    now,
    display,
    jobs,
    actor,
    waitlist = false,
  }: { now: Date; display: DisplayZone; jobs: Jobs; actor?: Actor; waitlist?: boolean },
): Promise<{ title: string; when: string | null; isWaitlisted?: boolean; overCapacity?: number }> {
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
    const { userId, email, key } = found
    const said = { title: event!.title, when: describeWhen(event!, display) }
    if (actor === undefined) {
      const seats = { now, refusesFull: !waitlist }
      const { full } = await placePerson(tx, jobs, userId, [event!], seats)
      if (full.length > 0) {
        const [place] = await joinWaitlist(tx, userId, full, {})
        await addOutboxEntries(tx, jobs, [waitlistMailOf(email, place!)])
        return { ...said, isWaitlisted: true }
      }
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
    if (upgraded.length > 0) {
      await recordUpgrades(tx, [registrationId], actor === undefined ? 'person' : causeOf(actor))
      await removeSeated(tx, [event!])
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
    const free = actor === undefined ? 0 : await countFreeSeats(tx, event!)
    return free < 0 ? { ...said, overCapacity: -free } : said
  })
}

/**
 * Registers a known person for events, without adding to the consents that they gave. Throws 404 if the
 * person no longer exists, and 409 for a full event; with `waitlist`, puts them on its waiting list instead.
 */
export async function registerKnownPerson(
  tx: Transaction,
  jobs: Pick<Jobs, 'send' | 'takes'>,
  userId: number,
  chosen: EventRow[],
  { now, waitlist = false }: { now: Date; waitlist?: boolean },
): Promise<void> {
  const agreed = (to: string) =>
    sql<boolean>`exists (select from consents c where c.user_id = users.id and c.${sql.identifier(to)})`
  const [user] = await tx
    .select({
      email: users.email,
      receiveUpdates: agreed('receive_updates'),
      receiveEventInvites: agreed('receive_event_invites'),
      // That of the form with which the person asked for news of future events.
      firstTouch: sql<FirstTouch | null>`(select g.first_touch from user_groups g
        where g.user_id = users.id and g.first_touch is not null order by g.created_at, g.id limit 1)`,
    })
    .from(users)
    .where(eq(users.id, userId))
  if (!user) throw new Refusal('no_such_person')
  const { email, firstTouch, ...consent } = user
  const seats = { now, refusesFull: !waitlist }
  const { seated, full } = await placePerson(tx, jobs, userId, chosen, seats)
  const waitlisted = await joinWaitlist(tx, userId, full, { ...consent, firstTouch })
  const ids = seated.map(({ id }) => id)
  const [entry] = await tx
    .select({
      questions: waitlistEntries.questions,
      registrationSource: waitlistEntries.registrationSource,
      firstTouch: waitlistEntries.firstTouch,
    })
    .from(waitlistEntries)
    .where(ownEntry(userId, ids))
  const fields = {
    registrationSource: 'main_form',
    ...entry,
    firstTouch: entry?.firstTouch ?? firstTouch,
    ...consent,
  }
  await addRegistrations(tx, jobs, userId, seated, fields)
  await enqueueRegistrationMails(tx, jobs, { userId, email, events: seated, waitlisted })
}
