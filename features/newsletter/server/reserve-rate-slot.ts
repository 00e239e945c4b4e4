import { eq, sql } from 'drizzle-orm'
import type { Db } from '#platform/db/open.ts'
import { queueTime, TryLater } from '#platform/jobs/run-job.ts'
import { mailingListMembers, mailingListPace } from '#schema/newsletter.ts'

/**
 * MailerLite allows 120 calls per minute and account. All nodes together schedule 75 per minute and
 * may be 25 ahead of schedule; the rest is for slots used late and for other users of the account.
 */
const stepMs = 800
const aheadMs = 25 * stepMs
/** A slot that was not used within this time expires: many late slots at once would exceed the limit. */
const lateMs = 10_000

const after = (instant: Date, ms: number) => new Date(instant.getTime() + ms)

/** Reserves calls in the schedule and returns when the last of them may be sent. */
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
 * Waits for a person's slot. Throws TryLater if it is too far in the future; the slot stays
 * reserved for them, so that each person waits once.
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

/** Adds calls beyond the slot's own to the schedule. */
export async function countCalls(db: Db, calls: number, now: Date): Promise<void> {
  await addToSchedule(db, calls, now)
}

/** Stops the calls of all nodes until this time. */
export async function pauseSchedule(db: Db, until: Date): Promise<void> {
  const { closedUntil } = mailingListPace
  await db
    .update(mailingListPace)
    .set({ closedUntil: sql`greatest(${closedUntil}, ${sql.param(until, closedUntil)})` })
    .where(eq(mailingListPace.id, 1))
}
