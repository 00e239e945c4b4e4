import { createHmac } from 'node:crypto'
import { ICalCalendar, ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import { eventEnd, eventStart, instantInZone } from '#shared/event-time.ts'
import type { EventRow } from '#server/events/present-event.ts'

export type CalendarContext = {
  seriesName: string
  timeZone: string
  /** Where an event's entry leads: the page of the series, or the person's own join link. */
  placeOf: (event: EventRow) => string
  /** The key that makes the entries of this series different from those of any other. */
  secret: Buffer
}

/** Whether an event has a day or an hour, without which no calendar can hold it. */
export function hasCalendarEntry(event: EventRow): boolean {
  return Boolean(eventStart(event) ?? event.eventDate)
}

/**
 * Events as iCalendar text: hours in UTC, the whole day where only the date is known, cancelled ones
 * as such. A `method` is for mails about one event; feeds and files have none.
 */
export function makeCalendar(
  events: EventRow[],
  context: CalendarContext,
  { method, name }: { method?: 'PUBLISH' | 'CANCEL'; name?: string } = {},
): string {
  const calendar = new ICalCalendar({
    prodId: { company: 'Greenroom', product: 'Greenroom' },
    method: method && ICalCalendarMethod[method],
    name,
  })
  for (const event of events.filter(hasCalendarEntry)) addEntry(calendar, event, context)
  return calendar.toString()
}

/**
 * The same in every entry for an event, so that a later one replaces it; different from the same number
 * in another series, which may share the calendar.
 */
function makeEntryId(secret: Buffer, eventId: number) {
  const series = createHmac('sha256', secret).update('calendar').digest('hex').slice(0, 12)
  return `event-${eventId}-${series}@greenroom`
}

function addEntry(calendar: ICalCalendar, event: EventRow, context: CalendarContext) {
  const place = context.placeOf(event)
  const start = eventStart(event)
  const hours = start
    ? { start, end: eventEnd(event, context.timeZone) }
    : { start: instantInZone(event.eventDate!, '00:00', 'UTC'), allDay: true, floating: true }
  calendar.createEvent({
    id: makeEntryId(context.secret, event.id),
    sequence: event.calendarSequence,
    ...hours,
    stamp: event.updatedAt,
    summary: `${event.title} | ${context.seriesName}`,
    description: `${event.speakerName}, ${event.speakerTitle}\n\n${event.description}`,
    location: place,
    url: place,
    status: event.cancelledAt ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
  })
}
