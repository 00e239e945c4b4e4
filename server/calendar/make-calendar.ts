import { createHmac } from 'node:crypto'
import { ICalCalendar, ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import { eventEnd, eventStart, instantInZone } from '#shared/event-time.ts'
import type { EventRow } from '#server/events/present-event.ts'

export type CalendarContext = {
  seriesName: string
  timeZone: string
  /** Where an event's entry leads: the page of the series, or the person's own join link. */
  placeOf?: (event: EventRow) => string
  /** Said at the end of the description, where an entry has no place. */
  more?: string
  /** The key that makes the entries of this series different from those of any other. */
  secret: Buffer
}

/** Whether an event has a day or an hour, without which no calendar can hold it. */
export function hasCalendarEntry(event: EventRow): boolean {
  return Boolean(eventStart(event) ?? event.eventDate)
}

/**
 * Events as iCalendar text: hours in UTC, the whole day where only the date is known, cancelled ones
 * as such. Mails say what the calendar is to do, and so who asks it; feeds and files do neither.
 */
export function makeCalendar(
  events: EventRow[],
  context: CalendarContext,
  { mail, name }: { mail?: { method: 'PUBLISH' | 'CANCEL'; from: string }; name?: string } = {},
): string {
  const calendar = new ICalCalendar({
    prodId: { company: 'Greenroom', product: 'Greenroom' },
    method: mail && ICalCalendarMethod[mail.method],
    name,
  })
  for (const event of events.filter(hasCalendarEntry)) {
    const entry = addEntry(calendar, event, context)
    if (mail) entry.organizer({ name: context.seriesName, email: mailboxOf(mail.from) })
  }
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

/** The address alone of a sender such as `"House Lights" <hello@lights.example>`. */
function mailboxOf(from: string) {
  return /<([^<>]*)>\s*$/.exec(from)?.[1] ?? from.trim()
}

function addEntry(calendar: ICalCalendar, event: EventRow, context: CalendarContext) {
  const place = context.placeOf?.(event)
  const start = eventStart(event)
  const hours = start
    ? { start, end: eventEnd(event, context.timeZone) }
    : { start: instantInZone(event.eventDate!, '00:00', 'UTC'), allDay: true, floating: true }
  return calendar.createEvent({
    id: makeEntryId(context.secret, event.id),
    sequence: event.calendarSequence,
    ...hours,
    stamp: event.updatedAt,
    summary: `${event.title} | ${context.seriesName}`,
    description: [
      `${event.speakerName}, ${event.speakerTitle}`,
      event.description,
      ...(context.more ? [context.more] : []),
    ].join('\n\n'),
    ...(place !== undefined && { location: place, url: place }),
    status: event.cancelledAt ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
  })
}
