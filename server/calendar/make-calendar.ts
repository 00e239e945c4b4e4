import { ICalCalendar, ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import { eventEnd, eventStart, instantInZone } from '#shared/event-time.ts'
import { eventPath, slugOf } from '#shared/slug.ts'
import type { EventRow } from '#server/events/event-row.ts'

export type CalendarContext = {
  seriesName: string
  timeZone: string
  /** The site's address, without a trailing slash: each entry leads to its event's page there. */
  origin: string
  /** Where the event takes place for this reader: their own join link. */
  placeOf?: (event: EventRow) => string
  /** Whether the page is also said at the end of the description, where an entry has no place. */
  saysPage?: boolean
}

// oxlint-disable-next-line no-control-regex -- these are what is to go
const notOfText = /[\0-\x08\v\f\x0e-\x1f\x7f]/g

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
  return `${calendar.toString().trimEnd()}\r\n`
}

/** Text that a calendar file may hold: no control characters, which make some readers refuse it whole. */
function plain(text: string) {
  return text.replaceAll(/\r\n?/g, '\n').replaceAll(notOfText, '')
}

/** The address alone of a sender such as `"House Lights" <hello@lights.example>`. */
function mailboxOf(from: string) {
  return /<([^<>]*)>\s*$/.exec(from)?.[1] ?? from.trim()
}

function addEntry(calendar: ICalCalendar, event: EventRow, context: CalendarContext) {
  const place = context.placeOf?.(event)
  const page = `${context.origin}${eventPath(slugOf(event))}`
  const start = eventStart(event)
  const hours = start
    ? { start, end: eventEnd(event, context.timeZone) }
    : { start: instantInZone(event.eventDate!, '00:00', 'UTC'), allDay: true, floating: true }
  return calendar.createEvent({
    id: event.calendarUid,
    sequence: event.calendarSequence,
    ...hours,
    stamp: event.updatedAt,
    summary: plain(`${event.title} | ${context.seriesName}`),
    description: plain(
      [
        `${event.speakerName}, ${event.speakerTitle}`,
        event.description,
        ...(context.saysPage ? [page] : []),
      ].join('\n\n'),
    ),
    ...(place !== undefined && { location: place }),
    url: page,
    status: event.cancelledAt ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
  })
}
