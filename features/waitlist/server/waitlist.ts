import { and, eq, sql } from 'drizzle-orm'
import { type EventRow, unknownEvent } from '#features/events/server/event-rows.ts'
import { readSeatsLeft } from '#features/events/server/read-events.ts'
import { listAnswerColumns } from '#features/form-questions/server/answers.ts'
import { addOutboxEntriesOf, type NewOutboxEntry } from '#features/mails/server/enqueue.ts'
import type { listWaitlist as contract } from '#features/waitlist/contract.ts'
import type { ReplyOf } from '#kernel/endpoint.ts'
import { waitlistedType, type WaitlistState } from '#kernel/values.ts'
import type { Db, Transaction } from '#platform/db/open.ts'
import type { JobSender } from '#platform/jobs/jobs.ts'
import { events } from '#schema/events.ts'
import { users } from '#schema/people.ts'
import { countConfirmed, waitlistEntries } from '#schema/waitlist.ts'
import { lockSeats, needsSeat, ownEntry, releaseSeat } from './seats.ts'

/** Places on the waiting lists of full events. */

/**
 * Returns the state of a person's entry on the event's waiting list, `full` without one if the event is full, and
 * `free` if they can take a seat. Takes no lock, so that the answer may be outdated.
 */
export async function readWaitlistState(
  db: Db | Transaction,
  userId: number | null,
  event: EventRow,
): Promise<WaitlistState | 'full' | 'free'> {
  if (!needsSeat(event)) return 'free'
  const seatsLeft = await readSeatsLeft(db, event.id)
  const [entry] = await db
    .select({ state: waitlistEntries.state })
    .from(waitlistEntries)
    .where(ownEntry(userId ?? 0, [event.id]))
  if (entry && (entry.state !== 'missed' || seatsLeft === 0)) return entry.state
  return seatsLeft === 0 ? 'full' : 'free'
}

/** Returns until when a seat of the event is reserved for the person; undefined if none is. */
export async function readOfferEnd(
  db: Db,
  userId: number,
  eventId: number,
): Promise<Date | undefined> {
  const [entry] = await db
    .select({ ends: waitlistEntries.offerEndsAt })
    .from(waitlistEntries)
    .where(ownEntry(userId, [eventId]))
  return entry?.ends ?? undefined
}

type EntryFields = Pick<
  typeof waitlistEntries.$inferInsert,
  | 'questions'
  | 'answers'
  | 'receiveUpdates'
  | 'receiveEventInvites'
  | 'registrationSource'
  | 'firstTouch'
>

/**
 * Puts a person at the end of the waiting lists of full events. A person who is in line keeps their place and earlier
 * answers. Returns the person's entries.
 */
export async function joinWaitlist(
  tx: Transaction,
  userId: number,
  full: EventRow[],
  fields: EntryFields,
): Promise<WaitlistPlace[]> {
  if (full.length === 0) return []
  const own = ownEntry(
    userId,
    full.map(({ id }) => id),
  )
  const missed = await tx
    .delete(waitlistEntries)
    .where(and(own, eq(waitlistEntries.state, 'missed')))
    .returning()
  const entryOf = ({ id: eventId }: EventRow) => {
    const earlier = missed.find((entry) => entry.eventId === eventId)
    const { questions, registrationSource, firstTouch, answers } = { ...fields, ...earlier }
    return {
      ...fields,
      questions: fields.questions || questions,
      registrationSource,
      firstTouch,
      answers: { ...fields.answers, ...answers },
      userId,
      eventId,
    }
  }
  await tx
    .insert(waitlistEntries)
    .values(full.map(entryOf))
    .onConflictDoUpdate({
      target: [waitlistEntries.userId, waitlistEntries.eventId],
      set: {
        questions: sql`coalesce(nullif(${waitlistEntries.questions}, ''), excluded.questions)`,
        answers: sql`excluded.answers || ${waitlistEntries.answers}`,
      },
    })
  const entries = await tx
    .select({ id: waitlistEntries.id, eventId: waitlistEntries.eventId })
    .from(waitlistEntries)
    .where(own)
    .orderBy(waitlistEntries.id)
  return entries.map((entry) => ({
    ...entry,
    title: full.find(({ id }) => id === entry.eventId)?.title ?? '',
    registrationType: waitlistedType,
  }))
}

/**
 * Puts people at the end of an event's waiting list in the given order, with a mail to each. Omits people who are on the
 * list. For people who asked to be registered for every event.
 */
export async function joinWaitlistOfMany(
  tx: Transaction,
  jobs: JobSender,
  event: EventRow,
  userIds: number[],
): Promise<void> {
  if (userIds.length === 0) return
  const agreed = (to: string) =>
    sql`exists (select from consents c where c.user_id = s.user_id and c.${sql.identifier(to)})`
  const { rows } = await tx.execute<{ id: number }>(sql`
    insert into waitlist_entries (user_id, event_id, receive_updates, receive_event_invites, registration_source)
    select s.user_id, ${event.id}, ${agreed('receive_updates')}, ${agreed('receive_event_invites')},
      s.registration_source
    from unnest(${sql.param(userIds)}::int[]) with ordinality as p (user_id, place)
    join series_registrations s on s.user_id = p.user_id order by p.place
    on conflict do nothing returning id`)
  const ids = rows.map(({ id }) => id)
  await addOutboxEntriesOf(
    tx,
    jobs,
    sql`select 'waitlist_joined', u.email, w.event_id, 'place ' || w.id
      from waitlist_entries w join users u on u.id = w.user_id
      where w.id = any(${sql.param(ids)}::int[]) order by u.email`,
  )
}

/** A person's place on a waiting list, as replies to registrations contain it. */
export type WaitlistPlace = {
  id: number
  eventId: number
  title: string
  registrationType: typeof waitlistedType
}

/** Returns the outbox entry that confirms a place on a waiting list, once. */
export function waitlistMailOf(email: string, { id, eventId }: WaitlistPlace): NewOutboxEntry {
  return { kind: 'waitlist_joined', email, eventId, dedupeKey: `place ${id}` }
}

/** Removes a person from an event's waiting list, and offers a seat that was reserved for them to the next in line. */
export async function leaveWaitlist(
  tx: Transaction,
  jobs: JobSender,
  { userId, eventId, now }: { userId: number; eventId: number; now: Date },
): Promise<boolean> {
  const event = await lockSeats(tx, eventId)
  const left = await tx
    .delete(waitlistEntries)
    .where(ownEntry(userId, [eventId]))
    .returning()
  if (event && left.length > 0) await releaseSeat(tx, jobs, event, now)
  return left.length > 0
}

/** Returns an event's seats and its waiting list. Throws 404 for an unknown event. */
export async function listWaitlist(db: Db, eventId: number): Promise<ReplyOf<typeof contract>> {
  const [event] = await db
    .select({ capacity: events.capacity, confirmed: countConfirmed(sql`events.id`) })
    .from(events)
    .where(eq(events.id, eventId))
  if (!event) throw unknownEvent(eventId)
  const rows = await db
    .select({
      id: waitlistEntries.id,
      personKey: users.personKey,
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
      state: waitlistEntries.state,
      offerEndsAt: waitlistEntries.offerEndsAt,
      createdAt: waitlistEntries.createdAt,
      answers: waitlistEntries.answers,
    })
    .from(waitlistEntries)
    .innerJoin(users, eq(users.id, waitlistEntries.userId))
    .where(eq(waitlistEntries.eventId, eventId))
    .orderBy(waitlistEntries.id)
  const people = rows.map(({ firstName, lastName, offerEndsAt, createdAt, ...row }) => ({
    ...row,
    name: `${firstName} ${lastName}`.trim(),
    offerEndsAt: offerEndsAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  }))
  return { ...event, people, formQuestions: await listAnswerColumns(db, eventId) }
}
