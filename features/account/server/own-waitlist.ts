import { and, asc, eq, isNull } from 'drizzle-orm'
import type { getAccount, OwnEvent } from '#features/account/contract.ts'
import { leaveWaitlist } from '#features/waitlist/server/waitlist.ts'
import type { ReplyOf } from '#kernel/endpoint.ts'
import { describeInstant, describeWhen, type DisplayZone, isFinished } from '#kernel/event-time.ts'
import type { Db } from '#platform/db/open.ts'
import { Refusal } from '#platform/errors/refusal.ts'
import type { JobSender } from '#platform/jobs/jobs.ts'
import { events, isPublishedAt } from '#schema/events.ts'
import { users } from '#schema/people.ts'
import { waitlistEntries } from '#schema/waitlist.ts'

/** Returns the event of a registration or place with this id, as its person sees it. */
export function describeOwnEvent(
  id: number,
  event: typeof events.$inferSelect,
  display: DisplayZone,
): OwnEvent {
  const { id: eventId, title, slug } = event
  return { id, eventId, title, slug, when: describeWhen(event, display) }
}

/** Returns the person's places on the waiting lists of coming events, earliest first. */
export async function listOwnPlaces(
  db: Db,
  userId: number | undefined,
  { now, display }: { now: Date; display: DisplayZone },
): Promise<ReplyOf<typeof getAccount>['waitlist']> {
  const rows = await db
    .select({ place: waitlistEntries, event: events })
    .from(waitlistEntries)
    .innerJoin(events, eq(events.id, waitlistEntries.eventId))
    .where(
      and(eq(waitlistEntries.userId, userId ?? 0), isPublishedAt(now), isNull(events.cancelledAt)),
    )
    .orderBy(asc(waitlistEntries.id))
  const coming = rows.filter(({ event }) => !isFinished(event, now, display.zone))
  return coming.map(({ place: { id, state, offerEndsAt }, event }) => {
    const end = state === 'offered' && offerEndsAt
    const isEnded = end && end <= now
    return {
      ...describeOwnEvent(id, event, display),
      // The database may still contain the offer for half a minute after its end.
      state: isEnded ? 'missed' : state,
      offerEnds: end && !isEnded ? describeInstant(end, display) : null,
    }
  })
}

/**
 * Removes the person with this email from a waiting list. Throws 404 if the entry is unknown or belongs to another
 * person.
 */
export async function leaveOwnWaitlist(
  db: Db,
  email: string,
  id: number,
  { jobs, now }: { jobs: JobSender; now: Date },
): Promise<{ id: number; eventId: number }> {
  return db.transaction(async (tx) => {
    const [own] = await tx
      .select({ userId: users.id, eventId: waitlistEntries.eventId })
      .from(waitlistEntries)
      .innerJoin(users, eq(users.id, waitlistEntries.userId))
      .where(and(eq(waitlistEntries.id, id), eq(users.email, email)))
    if (!own) throw new Refusal('no_such_registration')
    await leaveWaitlist(tx, jobs, { ...own, now })
    return { id, eventId: own.eventId }
  })
}
