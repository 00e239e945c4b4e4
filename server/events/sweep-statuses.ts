import { and, inArray, ne } from 'drizzle-orm'
import { effectiveStatus } from '#shared/event-time.ts'
import type { Db } from '#server/db/open.ts'
import { events } from '#server/db/schema.ts'
import type { Moment } from './present-event.ts'

/**
 * Writes down that events are over. What is shown is computed on read and never waits for this; the
 * time of the last edit stays, so that nobody's open editor is stale. decisions.md, "Events".
 */
export async function sweepStatuses(db: Db, { now, timeZone }: Moment): Promise<number> {
  const open = await db.select().from(events).where(ne(events.status, 'completed'))
  const over = open.filter((event) => effectiveStatus(event, now, timeZone) === 'completed')
  if (over.length === 0) return 0
  const ids = over.map(({ id }) => id)
  const written = await db
    .update(events)
    .set({ status: 'completed' })
    .where(and(inArray(events.id, ids), ne(events.status, 'completed')))
    .returning({ id: events.id })
  return written.length
}
