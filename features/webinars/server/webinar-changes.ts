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
  /** Start of the webinar before it was moved. */
  startedAt: Date | undefined
  /**
   * Set for recurring webinars only. After a deletion: the starts that were deleted; empty if all were. After an
   * update: the present starts.
   */
  occurrences: Date[]
}

/**
 * Stores that a webinar or meeting was deleted or moved in Zoom; a webhook about an earlier time than the stored one
 * is ignored. If several events use one recurring webinar, only the events with the affected start are changed.
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
          // Zoom reported this change after a deletion, so the webinar exists: clear the stored time of the deletion.
          deletedAt: sql`excluded.deleted_at`,
          startsAt: sql`coalesce(excluded.starts_at, case when ${isSame} then ${webinarChanges.startsAt} end)`,
        },
        setWhere: sql`not ${isSame} or ${webinarChanges.changedAt} <= excluded.changed_at`,
      })
  }
}
