import { and, eq, inArray, isNull } from 'drizzle-orm'
import { settleTimes } from '#features/events/rules.ts'
import { eventStart, type TimeContext } from '#kernel/event-time.ts'
import type { Db } from '#platform/db/open.ts'
import { events } from '#schema/events.ts'
import { outboxEntries } from '#schema/mails.ts'
import { lockEvent } from './event-rows.ts'

/**
 * Makes instants of the times that were stored without an offset, in the display zone: at every start,
 * which finds some once. Whoever was told of such an event was told this time, and is not told it anew.
 * Answers how many events there were. Specification, "Events".
 */
export async function resolveEventTimes(db: Db, { now, timeZone }: TimeContext): Promise<number> {
  const rows = await db.select().from(events)
  const unsettled = rows.filter((event) => settleTimes(event, timeZone) !== event)
  for (const { id } of unsettled) {
    await db.transaction(async (tx) => {
      const { event } = await lockEvent(tx, id)
      const settled = settleTimes(event, timeZone)
      const { eventTime, eventEndTime } = settled
      await tx
        .update(events)
        .set({ eventTime, eventEndTime, updatedAt: now })
        .where(eq(events.id, id))
      const toldStart = eventStart(settled)
      await tx
        .update(outboxEntries)
        .set({ toldStart })
        .where(
          and(
            eq(outboxEntries.eventId, id),
            isNull(outboxEntries.toldStart),
            inArray(outboxEntries.state, ['sent', 'kept', 'unknown']),
          ),
        )
    })
  }
  return unsettled.length
}
