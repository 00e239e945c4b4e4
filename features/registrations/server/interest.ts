import { and, eq, sql } from 'drizzle-orm'
import { lockEvents, refuseFinished } from '#features/events/server/event-rows.ts'
import type { InterestAnswer, InterestOffer } from '#features/registrations/contract.ts'
import {
  leaveWaitlist,
  readOfferEnd,
  readWaitlistState,
} from '#features/waitlist/server/waitlist.ts'
import { describeInstant, describeWhen, type DisplayZone } from '#kernel/event-time.ts'
import { isOpen } from '#kernel/publishing.ts'
import type { Db, Transaction } from '#platform/db/open.ts'
import { Refusal } from '#platform/errors/refusal.ts'
import type { Jobs } from '#platform/jobs/jobs.ts'
import { events, isPublishedAt } from '#schema/events.ts'
import { outboxEntries } from '#schema/mails.ts'
import { userGroups } from '#schema/newsletter.ts'
import { users } from '#schema/people.ts'
import { eventRegistrations } from '#schema/registrations.ts'
import { registerKnownPerson } from './confirm-registration.ts'
import { ignoredEvents } from './opening-mail.ts'

/**
 * Returns the person and the event to which a link in a mail belongs; the mail says that the event is open
 * for registration. Throws 404 if the person or event no longer exists, or the event is unpublished.
 */
async function findInterest(db: Db | Transaction, outboxEntryId: number | undefined, now: Date) {
  const [found] = await db
    .select({ userId: users.id, event: events })
    .from(outboxEntries)
    .innerJoin(users, eq(users.email, outboxEntries.email))
    .innerJoin(events, eq(events.id, outboxEntries.eventId))
    .where(and(eq(outboxEntries.id, outboxEntryId ?? 0), isPublishedAt(now)))
  if (found) return found
  const message = 'This link is not valid. Please register on the home page.'
  throw new Refusal('unknown_link', { message })
}

/**
 * Returns the event that the link offers, and whether the person can register for it. Throws 404 if either
 * no longer exists.
 */
export async function readInterestOffer(
  db: Db,
  outboxEntryId: number | undefined,
  { now, display }: { now: Date; display: DisplayZone },
): Promise<InterestOffer> {
  const { userId, event } = await findInterest(db, outboxEntryId, now)
  const registered = await db.$count(
    eventRegistrations,
    and(
      eq(eventRegistrations.userId, userId),
      eq(eventRegistrations.eventId, event.id),
      event.capacity === null ? undefined : eq(eventRegistrations.registrationType, 'confirmed'),
    ),
  )
  const place = await readWaitlistState(db, userId, event)
  const stateOf = (): InterestOffer['state'] => {
    if (event.cancelledAt) return 'cancelled'
    if (registered > 0) return 'taken'
    if (!isOpen(event, { now, timeZone: display.zone })) return 'closed'
    return place === 'free' ? 'open' : place
  }
  const state = stateOf()
  const ends = state === 'offered' ? await readOfferEnd(db, userId, event.id) : undefined
  return {
    state,
    title: event.title,
    when: describeWhen(event, display),
    offerEnds: ends ? describeInstant(ends, display) : null,
  }
}

/**
 * Carries out the choice of a person on the page that an invitation links to: register for the event, skip it, join or
 * leave its waiting list, or get no more invitations. Repeated calls change nothing. Throws 409 if registering is
 * impossible, because the event is cancelled, over, not open or full.
 */
export async function answerInterest(
  db: Db,
  outboxEntryId: number | undefined,
  answer: InterestAnswer,
  { jobs, now, display }: { jobs: Jobs; now: Date; display: DisplayZone },
): Promise<{ title: string; when: string | null }> {
  return db.transaction(async (tx) => {
    const { userId, event } = await findInterest(tx, outboxEntryId, now)
    if (answer === 'end') await endInterest(tx, userId)
    if (answer === 'ignore') {
      await tx
        .insert(userGroups)
        .values({ userId, groupType: ignoredEvents, groupIdentifier: String(event.id) })
        .onConflictDoNothing()
    }
    if (answer === 'leave_list') {
      await leaveWaitlist(tx, jobs, { userId, eventId: event.id, now })
    }
    if (answer === 'take_part' || answer === 'join_list') {
      const chosen = await lockEvents(tx, [event.id], now)
      refuseFinished(chosen, { now, timeZone: display.zone })
      const waitlist = answer === 'join_list'
      await registerKnownPerson(tx, jobs, userId, chosen, { now, waitlist })
    }
    return { title: event.title, when: describeWhen(event, display) }
  })
}

/** Removes a person from the group of people who want news of future events. */
export async function endInterest(tx: Transaction, userId: number): Promise<void> {
  await tx.execute(
    sql`delete from user_groups where user_id = ${userId} and group_type = 'future_events'`,
  )
}
