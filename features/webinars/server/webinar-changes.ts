import { eq, sql } from 'drizzle-orm'
import { eventStart } from '#kernel/event-time.ts'
import type { Transaction } from '#platform/db/open.ts'
import { events } from '#schema/events.ts'
import { webinarChanges, zoomWebinarMappings } from '#schema/webinars.ts'
import { numberOf } from './live-status.ts'

type WebinarChange = {
  what: 'deleted' | 'updated'
  id: string
  startsAt: Date | undefined
  /** Start of the webinar before the update. */
  startedAt: Date | undefined
  /** Starts of a recurring webinar's occurrences: the deleted ones (empty: all), or those after an update. */
  occurrences: Date[]
}

/**
 * Stores that a webinar or meeting was deleted or moved in Zoom, whatever the order of webhooks. Of
 * several events in one recurring webinar, only those with that start are affected.
 */
export async function noteWebinarChange(
  tx: Transaction,
  webinarChange: WebinarChange,
  at: Date,
): Promise<void> {
  const { what, startedAt, occurrences } = webinarChange
  const startsAt = webinarChange.startsAt ?? occurrences[0]
  if (what === 'updated' && !startsAt) return
  const mapped = await tx
    .select({ event: events, webinarId: zoomWebinarMappings.webinarId })
    .from(zoomWebinarMappings)
    .innerJoin(events, eq(events.id, zoomWebinarMappings.eventId))
    .where(sql`${numberOf(zoomWebinarMappings.webinarId)} = ${webinarChange.id}`)
  const meant = what === 'deleted' ? occurrences : startedAt ? [startedAt] : []
  const isAll = what === 'deleted' ? meant.length === 0 : mapped.length === 1
  for (const { event, webinarId } of mapped) {
    const start = eventStart(event)?.getTime()
    if (!isAll && !meant.some((moment) => moment.getTime() === start)) continue
    const own = occurrences.find((moment) => moment.getTime() === start)
    const change = what === 'deleted' ? { deletedAt: at } : { startsAt: own ?? startsAt! }
    const isSame = sql`${webinarChanges.webinarId} = excluded.webinar_id`
    await tx
      .insert(webinarChanges)
      .values({ eventId: event.id, webinarId, changedAt: at, ...change })
      .onConflictDoUpdate({
        target: webinarChanges.eventId,
        set: {
          webinarId,
          changedAt: at,
          // An update proves that the webinar exists again.
          deletedAt: sql`excluded.deleted_at`,
          startsAt: sql`coalesce(excluded.starts_at, case when ${isSame} then ${webinarChanges.startsAt} end)`,
        },
        setWhere: sql`not ${isSame} or ${webinarChanges.changedAt} <= excluded.changed_at`,
      })
  }
}
