import { and, inArray, ne } from 'drizzle-orm'
import { effectiveStatus, eventStart } from '#shared/event-time.ts'
import type { TimeContext } from '#shared/time-context.ts'
import type { Db } from '#server/db/open.ts'
import { events } from '#server/db/tables/events.ts'

/**
 * Until then a date that was mistyped, or put off, can be set right and the event is open again.
 */
const settlingMs = 24 * 60 * 60_000

/**
 * Writes down that events are over, a day after their end and only where a clock can tell it. What is
 * shown is computed on read and never waits for this; the time of the last edit stays, so that nobody's
 * open editor is stale. Specification, "Events".
 */
export async function sweepStatuses(db: Db, { now, timeZone }: TimeContext): Promise<number> {
  const open = await db.select().from(events).where(ne(events.status, 'completed'))
  const before = new Date(now.getTime() - settlingMs)
  const over = open.filter(
    (event) => eventStart(event) && effectiveStatus(event, before, timeZone) === 'completed',
  )
  if (over.length === 0) return 0
  const ids = over.map(({ id }) => id)
  const written = await db
    .update(events)
    .set({ status: 'completed' })
    .where(and(inArray(events.id, ids), ne(events.status, 'completed')))
    .returning({ id: events.id })
  return written.length
}
