import { and, eq, inArray, isNotNull, isNull, lt, sql, type SQL } from 'drizzle-orm'
import type { FirstTouch } from '#kernel/first-touch.ts'
import type { Db, Transaction } from '#platform/db/open.ts'
import { earlierKnown } from '#schema/columns.ts'
import { seriesChoices, seriesRegistrations } from '#schema/newsletter.ts'
import { users } from '#schema/people.ts'

/**
 * Series registrations: people who asked to be registered for every event. Sign-in, unsubscribing, bounces and
 * cancellations change them, so that these functions need no other feature; features/series-registrations registers
 * the people.
 */

/** Milliseconds in which a person who ended their series registration can undo that and keep their place. */
const undoMs = 60 * 60_000

/**
 * Stores that a person wants to be registered for every event. Without `verifiedAt`, the request is pending until the
 * person verifies their email. A person who asked before keeps their place in the order, also if they ended it within
 * the last hour and have verified their email.
 */
export async function requestSeries(
  tx: Transaction,
  userId: number,
  {
    source,
    firstTouch,
    verifiedAt,
    now,
  }: { source: string; firstTouch?: FirstTouch | undefined; verifiedAt: Date | null; now: Date },
): Promise<{ id: number; isPending: boolean }> {
  const { id, verifiedAt: verified, endedAt } = seriesRegistrations
  const isLost = verifiedAt ? lt(endedAt, new Date(now.getTime() - undoMs)) : isNotNull(endedAt)
  await tx.delete(seriesRegistrations).where(and(eq(seriesRegistrations.userId, userId), isLost))
  const [row] = await tx
    .insert(seriesRegistrations)
    .values({ userId, registrationSource: source, firstTouch, requestedAt: now, verifiedAt })
    .onConflictDoUpdate({
      target: seriesRegistrations.userId,
      set: { verifiedAt: sql`coalesce(${verified}, excluded.verified_at)`, endedAt: null },
    })
    .returning({ id, verified })
  return { id: row!.id, isPending: row!.verified === null }
}

const ownedBy = (tx: Db | Transaction, email: string) =>
  inArray(
    seriesRegistrations.userId,
    tx.select({ id: users.id }).from(users).where(eq(users.email, email)),
  )

/** Makes a pending series registration effective, because the owner of the email verified it. */
export async function confirmSeries(tx: Transaction, email: string, now: Date): Promise<void> {
  await tx
    .update(seriesRegistrations)
    .set({ verifiedAt: now })
    .where(
      and(
        ownedBy(tx, email),
        isNull(seriesRegistrations.verifiedAt),
        isNull(seriesRegistrations.endedAt),
      ),
    )
}

/** Ends a person's series registration for good. Their registrations for single events stay. */
export async function endSeries(tx: Transaction, email: string): Promise<void> {
  await tx.delete(seriesRegistrations).where(ownedBy(tx, email))
}

/** Ends a person's series registration by their own press, which they can undo for an hour. */
export async function endSeriesUndoably(tx: Transaction, email: string, now: Date): Promise<void> {
  await tx
    .update(seriesRegistrations)
    .set({ verifiedAt: null, endedAt: now })
    .where(and(ownedBy(tx, email), isNull(seriesRegistrations.endedAt)))
}

/** Deletes series registrations that can no longer be brought back. */
export async function sweepEndedSeries(db: Db, now: Date): Promise<void> {
  const { endedAt } = seriesRegistrations
  await db.delete(seriesRegistrations).where(lt(endedAt, new Date(now.getTime() - undoMs)))
}

/** Returns whether a person asked to be registered for every event, and whether that waits for their verification. */
export async function readSeriesState(
  db: Db | Transaction,
  email: string,
): Promise<'none' | 'pending' | 'active'> {
  const [row] = await db
    .select({ verifiedAt: seriesRegistrations.verifiedAt })
    .from(seriesRegistrations)
    .where(and(ownedBy(db, email), isNull(seriesRegistrations.endedAt)))
  if (!row) return 'none'
  return row.verifiedAt === null ? 'pending' : 'active'
}

/** Remembers that a person cancelled their registration, so that no series registration brings it back. */
export async function noteCancelledChoice(
  tx: Transaction,
  choice: { userId: number; eventId: number },
): Promise<void> {
  await tx
    .insert(seriesChoices)
    .values({ ...choice, state: 'cancelled' })
    .onConflictDoUpdate({
      target: [seriesChoices.eventId, seriesChoices.userId],
      set: { state: 'cancelled' },
    })
}

/**
 * Marks people as placed in an event. Returns those who were not marked before and did not cancel a registration for
 * the event, in the given order.
 */
export async function claimChoices(
  tx: Transaction,
  eventId: number,
  userIds: number[],
): Promise<number[]> {
  if (userIds.length === 0) return []
  const claimed = await tx
    .insert(seriesChoices)
    .values(userIds.map((userId) => ({ userId, eventId, state: 'placed' as const })))
    .onConflictDoNothing()
    .returning({ userId: seriesChoices.userId })
  const own = new Set(claimed.map(({ userId }) => userId))
  return userIds.filter((userId) => own.has(userId))
}

/**
 * SQL condition: a series registration registers the person `r.user_id` for the event, or did so, and the mail about
 * that replaces other mails about the opened registration. False if the person cancelled a registration for the event.
 */
export const isPlacedBySeries = (
  eventId: number,
): SQL => sql`((select true from series_registrations s
    where s.user_id = r.user_id and s.verified_at is not null limit 1) is not null
  and (select true from series_choices c where c.event_id = ${eventId} and c.user_id = r.user_id
    and c.state = 'cancelled' limit 1) is null)`

type Merge = { tx: Transaction; from: number; to: number }

/**
 * Keeps the earlier of two merged people's series registrations, with the earlier first touch; one that is effective
 * stays so.
 */
export async function mergeSeriesRegistrations({ tx, from, to }: Merge): Promise<void> {
  await tx.execute(sql`update series_registrations s
    set verified_at = least(s.verified_at, o.verified_at),
      first_touch = ${earlierKnown('first_touch', 's', 'o', 'requested_at')},
      ended_at = case when s.ended_at is not null and o.ended_at is not null
        then greatest(s.ended_at, o.ended_at) end
    from series_registrations o
    where (s.user_id, o.user_id) in ((${from}, ${to}), (${to}, ${from}))`)
  await tx.execute(sql`delete from series_registrations s using series_registrations o
    where (s.user_id, o.user_id) in ((${from}, ${to}), (${to}, ${from})) and o.id < s.id`)
  await tx.execute(sql`update series_registrations set user_id = ${to} where user_id = ${from}`)
}

/** Keeps a cancellation by either of two merged people. */
export async function mergeSeriesChoices({ tx, from, to }: Merge): Promise<void> {
  await tx.execute(sql`insert into series_choices as kept (event_id, user_id, state)
    select event_id, ${to}, state from series_choices where user_id = ${from}
    on conflict (event_id, user_id) do update set
      state = case when 'cancelled' in (kept.state, excluded.state) then 'cancelled' else kept.state end`)
  await tx.execute(sql`delete from series_choices where user_id = ${from}`)
}
