import { asc } from 'drizzle-orm'
import { effectiveStatus, eventEnd } from '#shared/event-time.ts'
import { eventPath, slugOf } from '#shared/slug.ts'
import type { Db } from '#server/db/open.ts'
import { events } from '#server/db/tables/events.ts'
import type { EventRow } from '#server/events/event-row.ts'
import { makeCalendar } from './make-calendar.ts'
import type { CalendarPlace } from './write-event-calendar.ts'

const backFillMs = 30 * 24 * 60 * 60 * 1000

/**
 * The feed of the series to subscribe to: what is open for registration, what ended within thirty
 * days, and cancelled events as cancelled, so that a calendar that had them takes them out.
 */
export async function writeSeriesCalendar(
  db: Db,
  { time, site, origin }: CalendarPlace,
): Promise<string> {
  const { now, timeZone } = time
  const rows = await db.select().from(events).orderBy(asc(events.id))
  const shown = rows.filter((event) => {
    const end = eventEnd(event, timeZone)
    const isRecent = end !== undefined && end.getTime() > now.getTime() - backFillMs
    return isRecent && effectiveStatus(event, now, timeZone) !== 'pre_registration'
  })
  const pageOf = (event: EventRow) => `${origin}${eventPath(slugOf(event))}`
  const context = { seriesName: site.series.name, timeZone, origin, placeOf: pageOf }
  return makeCalendar(shown, context, { name: site.series.name })
}
