import { eq, sql } from 'drizzle-orm'
import { eventStart } from '#shared/event-time.ts'
import { countedStarts } from '#shared/live.ts'
import type { Transaction } from '#server/db/open.ts'
import { events } from '#server/db/tables/events.ts'
import { liveStates, zoomWebinarMappings } from '#server/db/tables/webinars.ts'
import type { Moment } from '#server/events/moment.ts'

type Told = { what: 'started' | 'ended'; at: Date }

/**
 * Notes that a webinar or meeting started or ended, whichever order the calls come in, and says whether it
 * is about an event of ours. A recurring one may serve several: it is the evening that is nearest.
 */
export async function noteLiveState(
  tx: Transaction,
  providerId: string,
  { what, at }: Told,
  { timeZone }: Moment,
): Promise<boolean> {
  const mapped = await tx
    .select({ event: events })
    .from(zoomWebinarMappings)
    .innerJoin(events, eq(events.id, zoomWebinarMappings.eventId))
    .where(sql`regexp_replace(${zoomWebinarMappings.webinarId}, '[\\s-]', '', 'g') = ${providerId}`)
  const distance = (event: (typeof mapped)[number]['event']) =>
    Math.abs(eventStart(event)!.getTime() - at.getTime())
  const [nearest] = mapped
    .map(({ event }) => event)
    .filter((event) => {
      const counted = countedStarts(event, timeZone)
      return counted !== undefined && counted.from <= at && at < counted.until
    })
    .toSorted((a, b) => distance(a) - distance(b))
  if (!nearest) return false
  const moment = what === 'started' ? { startedAt: at } : { endedAt: at }
  const column = what === 'started' ? liveStates.startedAt : liveStates.endedAt
  const latest = sql`greatest(${column}, ${at.toISOString()}::timestamptz)`
  await tx
    .insert(liveStates)
    .values({ eventId: nearest.id, ...moment })
    .onConflictDoUpdate({
      target: liveStates.eventId,
      set: what === 'started' ? { startedAt: latest } : { endedAt: latest },
    })
  return true
}
