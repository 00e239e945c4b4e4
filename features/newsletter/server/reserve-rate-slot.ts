import { eq, sql } from 'drizzle-orm'
import type { Db } from '#platform/db/open.ts'
import { queueTime, TryLater } from '#platform/jobs/run-job.ts'
import { mailingListMembers, mailingListPace } from '#schema/newsletter.ts'

/**
 * Schedule by which all nodes call MailerLite: one call every 800 ms, up to 25 calls in advance. MailerLite allows 120
 * calls per minute; the rest is for late calls and other programs of the organiser.
 */
const stepMs = 800
const aheadMs = 25 * stepMs
/**
 * If a job comes later than this many milliseconds for its place in the schedule, the place expires, because many late
 * calls at once would exceed MailerLite's limit.
 */
const lateMs = 10_000

const after = (instant: Date, ms: number) => new Date(instant.getTime() + ms)

/** Adds calls to the schedule of calls to MailerLite. Returns the time from which the last of them may be made. */
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
 * Reserves a place in the schedule of calls to MailerLite. If the place is in the future, stores it with the person and
 * throws TryLater: the retry then uses it and does not wait again.
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

/** Counts API calls to MailerLite towards the rate limit that all nodes share. */
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
