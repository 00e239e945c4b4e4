import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import type { EventRow } from '#features/events/server/event-rows.ts'
import { moveAnswers } from '#features/form-questions/server/answers.ts'
import { addOutboxEntries } from '#features/mails/server/enqueue.ts'
import { offerEnd } from '#features/waitlist/rules.ts'
import { isPublished } from '#kernel/publishing.ts'
import type { Db, Transaction } from '#platform/db/open.ts'
import { recordEvents } from '#platform/domain-events/record-events.ts'
import { Refusal } from '#platform/errors/refusal.ts'
import type { JobSender } from '#platform/jobs/jobs.ts'
import { runSteps } from '#platform/jobs/run-job.ts'
import { events } from '#schema/events.ts'
import { eventRegistrations } from '#schema/registrations.ts'
import { countConfirmed, waitlistEntries } from '#schema/waitlist.ts'
import { keepFirstTouch } from './confirm-in-order.ts'

/**
 * Seats of events with a capacity. Confirmed registrations and open offers take a seat. Every function requires that
 * the caller has locked the event's row, so that no seat is given twice and no one skips the line.
 */

declare const placed: unique symbol
/** An event in which `placePerson` found a seat for the person, so that they may be registered for it. */
export type PlacedEvent = EventRow & { readonly [placed]: true }

/** Returns whether registrations for the event need one of a limited number of seats. */
export function needsSeat(event: EventRow): boolean {
  return event.capacity !== null && event.status !== 'pre_registration'
}

/**
 * Returns the number of seats that are neither taken nor offered: negative if imports or administrators exceeded the
 * capacity, Infinity without one.
 */
export async function countFreeSeats(
  tx: Transaction,
  { id, capacity }: Pick<EventRow, 'id' | 'capacity'>,
): Promise<number> {
  if (capacity === null) return Infinity
  const { rows } = await tx.execute<{ taken: number }>(sql`select (
    ${countConfirmed(id)} + (select count(*) from waitlist_entries w where w.event_id = ${id} and w.state = 'offered'))::int as taken`)
  return capacity - rows[0]!.taken
}

/** Returns whether the event takes no registrations now but may later: cancelled, without a date or unpublished. */
function isPaused(event: EventRow, now: Date): boolean {
  return (
    event.cancelledAt !== null || event.status === 'pre_registration' || !isPublished(event, now)
  )
}

/** Returns whether seats of the event can be offered: upcoming, published, neither cancelled nor over. */
function offersSeats(event: EventRow, now: Date): boolean {
  if (isPaused(event, now) || event.status !== 'upcoming') return false
  return event.endsAt === null || event.endsAt > now
}

/**
 * Ends offers whose time has passed, and offers free seats to the first people in line. Returns the number of seats
 * that are free after that: above zero only if no one is waiting.
 */
export async function settleWaitlist(
  tx: Transaction,
  jobs: JobSender,
  event: EventRow,
  now: Date,
): Promise<number> {
  // Imports, merges and administrators may have registered people who are on the waiting list, so remove these first.
  await removeSeated(tx, [event])
  // Offers that no one could take, because the event is paused, go back to the line.
  const next = isPaused(event, now)
    ? sql`state = 'waiting', offer_ends_at = null`
    : sql`state = 'missed'`
  const { rows: ended } = await tx.execute(sql`update waitlist_entries set ${next}
    where event_id = ${event.id} and state = 'offered' and offer_ends_at <= ${now.toISOString()}::timestamptz
    returning id`)
  const free = await countFreeSeats(tx, event)
  const offered =
    free > 0 && offersSeats(event, now) ? await offerSeats(tx, jobs, event, free, now) : 0
  const left = free - offered
  if (left > 0 && left <= ended.length) await noteSeatsChanged(tx, event.id)
  return left
}

/**
 * Removes people who have a seat in one of these events from its waiting list. Their registration gets their answers to
 * the registration form, and the first touch if it is the earlier one.
 */
export async function removeSeated(tx: Transaction, of: EventRow[]): Promise<void> {
  const ids = of.map(({ id }) => id)
  const isSeated = sql`w.event_id = any(${sql.param(ids)}::int[]) and r.event_id = w.event_id
    and r.user_id = w.user_id and r.registration_type = 'confirmed'`
  await keepFirstTouch(tx, isSeated)
  await moveAnswers(
    tx,
    sql`delete from waitlist_entries w using event_registrations r where ${isSeated}
      returning r.id as registration_id, w.answers`,
  )
}

async function offerSeats(
  tx: Transaction,
  jobs: JobSender,
  event: EventRow,
  free: number,
  now: Date,
): Promise<number> {
  const ends = offerEnd(event, now)
  const { rows } = await tx.execute<{ id: number; email: string }>(sql`
    with first as (select id from waitlist_entries where event_id = ${event.id} and state = 'waiting'
      order by id limit ${Number.isFinite(free) ? free : null}),
    offered as (update waitlist_entries w set state = 'offered', offer_ends_at = ${ends.toISOString()}::timestamptz
      from first where w.id = first.id returning w.id, w.user_id)
    select o.id, u.email from offered o join users u on u.id = o.user_id order by o.id`)
  for (const { id, email } of rows) {
    const dedupeKey = `place ${id} until ${ends.toISOString()}`
    await addOutboxEntries(tx, jobs, [
      { kind: 'seat_offered', email, eventId: event.id, dedupeKey },
    ])
  }
  return rows.length
}

/** Makes all nodes drop cached pages, because the last seat of an event was taken or became free. */
async function noteSeatsChanged(tx: Transaction, eventId: number) {
  await recordEvents(tx, [{ type: 'event.seats_changed', eventId }], 'person')
}

/**
 * Checks which of the chosen events have a seat for the person; a seat that is reserved for them counts as free.
 * Returns the events with a seat as `seated`, the others as `full`. Throws 409 for a full event if `refusesFull`. The
 * caller must then confirm the registrations and call `removeSeated`.
 */
export async function placePerson(
  tx: Transaction,
  jobs: JobSender,
  userId: number,
  chosen: EventRow[],
  { now, refusesFull }: { now: Date; refusesFull: boolean },
): Promise<{ seated: PlacedEvent[]; full: EventRow[] }> {
  const full: EventRow[] = []
  for (const event of chosen.filter(needsSeat)) {
    const free = await settleWaitlist(tx, jobs, event, now)
    const { isSeated, state } = await readPlace(tx, userId, event.id)
    if (isSeated) continue
    if (state !== 'offered' && free < 1) full.push(event)
    else if (state !== 'offered' && free === 1) await noteSeatsChanged(tx, event.id)
  }
  if (full.length > 0 && refusesFull) {
    const fullEventIds = full.map(({ id }) => id)
    const ofSeveral = { fullEventIds, message: severalFull }
    throw new Refusal('event_full', {
      eventStatus: 'full',
      ...(chosen.length > 1 ? ofSeveral : { fullEventIds: undefined }),
    })
  }
  return { seated: chosen.filter((event) => !full.includes(event)) as PlacedEvent[], full }
}

/**
 * Finds seats for people in the given order, who are registered without their own action. An open offer to a person
 * counts as a free seat. `full` are the people for whom none is left; omits people who have a seat or are on the
 * waiting list.
 */
export async function placePeople(
  tx: Transaction,
  jobs: JobSender,
  userIds: number[],
  event: EventRow,
  now: Date,
): Promise<{ seated: number[]; full: number[] }> {
  if (!needsSeat(event) || userIds.length === 0) return { seated: userIds, full: [] }
  const free = await settleWaitlist(tx, jobs, event, now)
  const { rows } = await tx.execute<{ userId: number; isOffered: boolean }>(sql`
    select p.user_id as "userId", w.id is not null as "isOffered"
    from unnest(${sql.param(userIds)}::int[]) with ordinality as p (user_id, place)
    left join waitlist_entries w on w.user_id = p.user_id and w.event_id = ${event.id}
    where (w.id is null or w.state = 'offered') and not exists (select from event_registrations r
      where r.user_id = p.user_id and r.event_id = ${event.id} and r.registration_type = 'confirmed')
    order by p.place`)
  const offered = rows.filter(({ isOffered }) => isOffered)
  const others = rows.filter(({ isOffered }) => !isOffered)
  const taken = others.splice(0, Math.max(free, 0))
  if (taken.length > 0 && taken.length === free) await noteSeatsChanged(tx, event.id)
  const ids = (people: typeof rows) => people.map(({ userId }) => userId)
  return { seated: ids([...offered, ...taken]), full: ids(others) }
}

const severalFull =
  'All seats for some of these events are taken. You can join their waiting lists.'

/** Returns the condition for a person's entries on the waiting lists of these events. */
export function ownEntry(userId: number, eventIds: number[]) {
  return and(eq(waitlistEntries.userId, userId), inArray(waitlistEntries.eventId, eventIds))
}

/** Returns whether the person has a confirmed seat, and the state of their entry on the waiting list, if any. */
async function readPlace(tx: Transaction, userId: number, eventId: number) {
  const { rows } = await tx.execute<{ isSeated: boolean; state: string | null }>(sql`select
    exists (select from event_registrations r where r.user_id = ${userId} and r.event_id = ${eventId}
      and r.registration_type = 'confirmed') as "isSeated",
    (select w.state from waitlist_entries w where w.user_id = ${userId} and w.event_id = ${eventId}) as state`)
  return rows[0]!
}

/** Locks the row of an event with a capacity or a waiting list; returns undefined for other events. */
export async function lockSeats(tx: Transaction, eventId: number): Promise<EventRow | undefined> {
  const [event] = await tx
    .select()
    .from(events)
    .where(
      and(
        eq(events.id, eventId),
        sql`(capacity is not null or exists (select from waitlist_entries w where w.event_id = ${eventId}))`,
      ),
    )
    .for('no key update')
  return event
}

/** Locks the row of a registration's event, as `lockSeats` does. */
export async function lockSeatsOf(tx: Transaction, registrationId: number) {
  const [found] = await tx
    .select({ eventId: eventRegistrations.eventId })
    .from(eventRegistrations)
    .where(eq(eventRegistrations.id, registrationId))
  return found && lockSeats(tx, found.eventId)
}

/** Offers the seat that was just given up to the first in line. */
export async function releaseSeat(
  tx: Transaction,
  jobs: JobSender,
  event: EventRow,
  now: Date,
): Promise<void> {
  const free = await settleWaitlist(tx, jobs, event, now)
  if (free === 1) await noteSeatsChanged(tx, event.id)
}

/**
 * Offers free seats of all events to the people on their waiting lists. Besides cancellations, missed offers, erasures,
 * merges and undone imports make seats free.
 */
export async function sweepWaitlists(db: Db, jobs: JobSender, now: Date): Promise<void> {
  const lists = await db
    .selectDistinct({ eventId: waitlistEntries.eventId })
    .from(waitlistEntries)
    .innerJoin(events, eq(events.id, waitlistEntries.eventId))
    .where(
      or(
        eq(waitlistEntries.state, 'offered'),
        and(
          eq(waitlistEntries.state, 'waiting'),
          eq(events.status, 'upcoming'),
          isNull(events.cancelledAt),
        ),
      ),
    )
    .orderBy(waitlistEntries.eventId)
  await runSteps(
    lists.map(({ eventId }) => [
      `waiting list of event ${eventId}`,
      () =>
        db.transaction(async (tx) => {
          const event = await lockSeats(tx, eventId)
          if (event) await settleWaitlist(tx, jobs, event, now)
        }),
    ]),
  )
}
