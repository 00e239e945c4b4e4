import { and, eq, isNull, asc } from 'drizzle-orm'
import { ICalCalendar, ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import {
  eventEnd,
  eventStart,
  instantInZone,
  parseInstant,
  type TimeContext,
  effectiveStatus,
} from '#kernel/event-time.ts'
import { plainText } from '#kernel/plain-text.ts'
import { isPublished } from '#kernel/publishing.ts'
import type { Site } from '#kernel/site.ts'
import { eventPath } from '#kernel/slug.ts'
import type { Db } from '#platform/db/open.ts'
import { Refusal } from '#platform/errors/refusal.ts'
import { events } from '#schema/events.ts'
import type { EventRow } from './event-rows.ts'

type CalendarContext = {
  seriesName: string
  timeZone: string
  /** The site's origin without a trailing slash, for links in calendar entries. */
  origin: string
  /**
   * Returns the location of a calendar entry, such as the recipient's join link. Without it, entries have no
   * location.
   */
  placeOf?: (event: EventRow) => string
  /** Whether the description ends with the URL of the event's page, for entries without a location. */
  saysPage?: boolean
}

/** Returns whether an event has a date or time, which a calendar entry requires. */
export function hasCalendarEntry(event: EventRow): boolean {
  return Boolean(eventStart(event) ?? event.eventDate)
}

/**
 * Returns events as iCalendar text. Times are in UTC; events without a time are whole days; cancelled events have the
 * status CANCELLED. Only mails set METHOD and ORGANIZER, feeds and files do not.
 */
export function makeCalendar(
  rows: EventRow[],
  context: CalendarContext,
  { mail, name }: { mail?: { method: 'PUBLISH' | 'CANCEL'; from: string }; name?: string } = {},
): string {
  const calendar = new ICalCalendar({
    prodId: { company: 'Greenroom', product: 'Greenroom' },
    method: mail && ICalCalendarMethod[mail.method],
    name,
  })
  for (const event of rows.filter(hasCalendarEntry)) {
    const entry = addEntry(calendar, event, context)
    if (mail) entry.organizer({ name: context.seriesName, email: mailboxOf(mail.from) })
  }
  return `${calendar.toString().trimEnd()}\r\n`
}

/** Returns the email address of a sender such as `"House Lights" <hello@lights.example>`. */
function mailboxOf(from: string) {
  return /<([^<>]*)>\s*$/.exec(from)?.[1] ?? from.trim()
}

/** Returns the event's time if it is free text, which a calendar cannot store as a time. */
function timeInWords({ eventTime, eventEndTime }: EventRow): string[] {
  const words = (text: string | null) => (parseInstant(text) ? '' : (text?.trim() ?? ''))
  const [start, end] = [words(eventTime), words(eventEndTime)]
  if (start && end) return [`${start} - ${end}`]
  return start || end ? [start || `Until: ${end}`] : []
}

function addEntry(calendar: ICalCalendar, event: EventRow, context: CalendarContext) {
  const place = context.placeOf?.(event)
  const page = `${context.origin}${eventPath(event.slug)}`
  const start = eventStart(event)
  const hours = start
    ? { start, end: eventEnd(event, context.timeZone) }
    : { start: instantInZone(event.eventDate!, '00:00', 'UTC'), allDay: true, floating: true }
  return calendar.createEvent({
    id: event.calendarUid,
    sequence: event.calendarSequence,
    ...hours,
    stamp: event.updatedAt,
    summary: plainText(`${event.title} | ${context.seriesName}`),
    description: plainText(
      [
        `${event.speakerName}, ${event.speakerTitle}`,
        ...timeInWords(event),
        event.description,
        ...(context.saysPage ? [page] : []),
      ].join('\n\n'),
    ),
    ...(place !== undefined && { location: place }),
    url: page,
    status: event.cancelledAt ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
  })
}

type CalendarPlace = { time: TimeContext; site: Pick<Site, 'series'>; origin: string }

/**
 * Returns one event as iCalendar text, without a location: the entry that registrants receive by mail has the same
 * UID and contains their join link, which must not be overwritten. Throws 404 if the event is unknown, unpublished,
 * cancelled or without a date.
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
  const isThere = event && isPublished(event, time.now) && hasCalendarEntry(event)
  if (!isThere) throw new Refusal('no_such_calendar')
  return makeCalendar([event], {
    seriesName: site.series.name,
    timeZone: time.timeZone,
    origin,
    saysPage: true,
  })
}

const backFillMs = 30 * 24 * 60 * 60 * 1000

/**
 * Returns the calendar feed of the series: events open for registration, events that ended within thirty days, and
 * cancelled events with their status, so that calendars remove them. `until` is the time at which the first event
 * leaves the feed.
 */
export async function writeSeriesCalendar(
  db: Db,
  { time, site, origin }: CalendarPlace,
): Promise<{ body: string; until?: Date }> {
  const { now, timeZone } = time
  const goesAt = (event: EventRow) =>
    (eventEnd(event, timeZone)?.getTime() ?? -Infinity) + backFillMs
  const rows = await db.select().from(events).orderBy(asc(events.id))
  const shown = rows.filter((event) => {
    if (!isPublished(event, now)) return false
    return (
      goesAt(event) > now.getTime() && effectiveStatus(event, now, timeZone) !== 'pre_registration'
    )
  })
  const pageOf = (event: EventRow) => `${origin}${eventPath(event.slug)}`
  const context = { seriesName: site.series.name, timeZone, origin, placeOf: pageOf }
  return {
    body: makeCalendar(shown, context, { name: site.series.name }),
    ...(shown.length > 0 && { until: new Date(Math.min(...shown.map(goesAt))) }),
  }
}
