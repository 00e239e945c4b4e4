import { eq, sql } from 'drizzle-orm'
import type { Db } from '#platform/db/open.ts'
import { queueTime, TryLater } from '#platform/jobs/run-job.ts'
import { mailingListMembers, mailingListPace } from '#schema/newsletter.ts'

/**
 * MailerLite allows 120 calls per minute and account. All nodes together schedule 75 calls per minute and may
 * be 25 calls ahead of schedule; the rest is for late calls and for other users of the account.
 */
const stepMs = 800
const aheadMs = 25 * stepMs
/**
 * Milliseconds after which an unused slot expires, because many late calls at once would exceed MailerLite's
 * limit.
 */
const lateMs = 10_000

const after = (instant: Date, ms: number) => new Date(instant.getTime() + ms)

/** Reserves slots for calls to MailerLite, and returns the time from which the last of these calls may be sent. */
async function addToSchedule(db: Db, calls: number, now: Date): Promise<Date> {
  const table = mailingListPace
  const added = sql`make_interval(secs => ${(calls * stepMs) / 1000})`
  const [row] = await db
    .insert(table)
    .values({ id: 1, nextSlotAt: after(now, calls * stepMs) })
    .onConflictDoUpdate({
      target: table.id,
      set: {
        nextSlotAt: sql`greatest(${table.nextSlotAt}, excluded.next_slot_at - ${added}, ${table.closedUntil}) + ${added}`,
      },
    })
    .returning({ nextSlotAt: table.nextSlotAt, closedUntil: table.closedUntil })
  const due = after(row!.nextSlotAt, -stepMs - aheadMs)
  return row!.closedUntil && row!.closedUntil > due ? row!.closedUntil : due
}

/**
 * Reserves a slot for the sync of a person. If the slot is in the future, throws TryLater and keeps the slot
 * for the person, so that each person waits only once.
 */
export async function reserveRateSlot(
  db: Db,
  { userId, slotAt }: { userId: number; slotAt: Date | null | undefined },
  now: Date,
): Promise<void> {
  const [pace] = await db.select().from(mailingListPace)
  const isClosed = Boolean(pace?.closedUntil && pace.closedUntil > now)
  const isKept = slotAt && !isClosed && after(slotAt, lateMs) >= now
  const due = isKept ? slotAt : await addToSchedule(db, 1, now)
  await db
    .insert(mailingListMembers)
    .values({ userId, slotAt: due })
    .onConflictDoUpdate({
      target: mailingListMembers.userId,
      set: { slotAt: due > now ? due : null },
    })
  if (due <= now) return
  throw new TryLater(
    'MailerLite takes so many calls a minute',
    queueTime(due.getTime() - now.getTime()),
  )
}

/** Counts calls that a sync makes in addition to the one that its slot allows. */
export async function countCalls(db: Db, calls: number, now: Date): Promise<void> {
  await addToSchedule(db, calls, now)
}

/** Stops the calls of all nodes to MailerLite until this time. */
export async function pauseSchedule(db: Db, until: Date): Promise<void> {
  const { closedUntil } = mailingListPace
  await db
    .update(mailingListPace)
    .set({ closedUntil: sql`greatest(${closedUntil}, ${sql.param(until, closedUntil)})` })
    .where(eq(mailingListPace.id, 1))
}
