import { and, eq, isNull } from 'drizzle-orm'
import type { Site } from '#shared/site.ts'
import type { TimeContext } from '#shared/time-context.ts'
import type { Db } from '#server/db/open.ts'
import { events } from '#server/db/tables/events.ts'
import { Refusal } from '#server/refusal.ts'
import { hasCalendarEntry, makeCalendar } from './make-calendar.ts'

export type CalendarPlace = { time: TimeContext; site: Pick<Site, 'series'>; origin: string }

/**
 * One event as iCalendar text: its hours in UTC, or the whole day where only the date is known. It names
 * no place: the mail's entry has the same UID and the person's own join link, which must not be taken for
 * another. Throws 404 for an unknown event and for one without a date. Specification, "Calendar".
 */
export async function writeEventCalendar(
  db: Db,
  eventId: number,
  { time, site, origin }: CalendarPlace,
): Promise<string> {
  const [event] = await db
    .select()
    .from(events)
    .where(and(eq(events.id, eventId), isNull(events.cancelledAt)))
  if (!event || !hasCalendarEntry(event)) throw new Refusal('no_such_calendar')
  return makeCalendar([event], {
    seriesName: site.series.name,
    timeZone: time.timeZone,
    origin,
    saysPage: true,
  })
}
