import { ICalCalendar, ICalEventStatus } from 'ical-generator'
import { eventEnd, eventStart, instantInZone } from '#shared/event-time.ts'
import type { Site } from '#shared/site.ts'
import type { Db } from '#server/db/open.ts'
import { listEvents } from '#server/events/list-events.ts'
import type { Moment } from '#server/events/present-event.ts'
import { Refusal } from '#server/refusal.ts'

/**
 * One event as iCalendar text: its hours in UTC, or the whole day where only the date is known. Throws
 * 404 for an unknown event and for one without a date. decisions.md, "Landing page".
 */
export async function writeEventCalendar(
  db: Db,
  eventId: number,
  { moment, site, origin }: { moment: Moment; site: Pick<Site, 'series'>; origin: string },
): Promise<string> {
  const event = (await listEvents(db, moment)).find(({ id }) => id === eventId)
  const start = event && eventStart(event)
  const day = event?.eventDate && instantInZone(event.eventDate, '00:00', 'UTC')
  if (!event || !(start ?? day))
    throw new Refusal(404, 'There is no calendar entry at this address')
  const calendar = new ICalCalendar({ prodId: { company: 'Greenroom', product: 'Greenroom' } })
  calendar.createEvent({
    // The same in every entry for this event, so that a later one replaces it.
    id: `event-${event.id}@greenroom`,
    ...(start
      ? { start, end: eventEnd(event, moment.timeZone) }
      : { start: day || moment.now, allDay: true, floating: true }),
    stamp: event.updatedAt,
    summary: `${event.title} | ${site.series.name}`,
    description: `${event.speakerName}, ${event.speakerTitle}\n\n${event.description}`,
    location: `${origin}/`,
    url: `${origin}/`,
    status: ICalEventStatus.CONFIRMED,
  })
  return calendar.toString()
}
