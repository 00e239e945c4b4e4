import type { EventStatus } from './values.ts'
import { zoneName, zoneOffset } from './zone-clock.ts'

/**
 * Functions for dates and times of events, and for an event's effective status: an event whose end is past is
 * completed, whatever status is stored.
 */

/**
 * The time zone in which the site displays times, and the suffix after a time, such as `CAT`. An empty suffix
 * means the time zone's short name on that date.
 */
export type DisplayZone = { zone: string; suffix: string }

export type EventTimes = {
  status: EventStatus
  eventDate: string | null
  eventTime: string | null
  eventEndTime: string | null
  cancelledAt?: Date | string | null
  publishAt?: Date | string | null
}

const isoInstant =
  /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}(?::?\d{2})?)$/i
const isoDate = /^(\d{4})-(\d{2})-(\d{2})$/
const weekdays = 'Sunday,Monday,Tuesday,Wednesday,Thursday,Friday,Saturday'.split(',')
const months =
  'January,February,March,April,May,June,July,August,September,October,November,December'.split(',')
const threeHours = 3 * 60 * 60 * 1000
const oneDay = 24 * 60 * 60 * 1000

/** Returns the instant of an ISO 8601 text with UTC offset; undefined for free text and null. */
export function parseInstant(text: string | null): Date | undefined {
  const trimmed = text?.trim()
  if (!trimmed || !isoInstant.test(trimmed)) return undefined
  const time = Date.parse(trimmed.replace(' ', 'T').replace(/([+-]\d{2})$/, '$1:00'))
  return Number.isNaN(time) ? undefined : new Date(time)
}

/** Returns a Date whose UTC methods return the local time of an instant in a time zone. */
function wallClock(instant: Date, timeZone: string): Date {
  const time = instant.getTime()
  return new Date(time + zoneOffset(time, timeZone))
}

/** Returns the calendar day of an instant in a time zone, yyyy-MM-dd. */
export function dayInZone(instant: Date, timeZone: string): string {
  return wallClock(instant, timeZone).toISOString().slice(0, 10)
}

/**
 * Returns the instant of a local date (yyyy-MM-dd) and time (HH:mm) in a time zone. If the local time occurs
 * twice because the clock is set back, returns the first instant. If the clock skips the local time, the result
 * is later by the length of the gap.
 */
export function instantInZone(calendarDate: string, time: string, timeZone: string): Date {
  const wall = Date.parse(`${calendarDate}T${time}:00Z`)
  const before = zoneOffset(wall - oneDay, timeZone)
  const after = zoneOffset(wall + oneDay, timeZone)
  const ahead = [before, after].find((offset) => zoneOffset(wall - offset, timeZone) === offset)
  return new Date(wall - (ahead ?? before))
}

export function eventStart(event: EventTimes) {
  return parseInstant(event.eventTime)
}

/**
 * Returns the end of an event: as stored, or else three hours after the start, or else the end of its day.
 * Undefined without a date; such an event never completes automatically.
 */
export function eventEnd(event: EventTimes, timeZone: string): Date | undefined {
  const end = parseInstant(event.eventEndTime)
  if (end) return end
  const start = eventStart(event)
  if (start) return new Date(start.getTime() + threeHours)
  if (!event.eventDate || !isoDate.test(event.eventDate)) return undefined
  const nextDay = new Date(Date.parse(`${event.eventDate}T00:00:00Z`) + oneDay)
  return instantInZone(nextDay.toISOString().slice(0, 10), '00:00', timeZone)
}

/** Returns an event's effective status at `now`: completed if the end is past, otherwise the stored status. */
export function effectiveStatus(event: EventTimes, now: Date, timeZone: string): EventStatus {
  if (event.status === 'completed') return 'completed'
  const end = eventEnd(event, timeZone)
  return end && end <= now ? 'completed' : event.status
}

/** Returns whether an event is cancelled or completed, so that registrations must be refused. */
export function isFinished(event: EventTimes, now: Date, timeZone: string) {
  return Boolean(event.cancelledAt) || effectiveStatus(event, now, timeZone) === 'completed'
}

/** Returns whether an event starts on the current day in the time zone and is neither cancelled nor completed. */
export function isOnItsDay(event: EventTimes, now: Date, timeZone: string): boolean {
  const start = eventStart(event)
  if (!start || isFinished(event, now, timeZone)) return false
  return dayInZone(start, timeZone) === dayInZone(now, timeZone)
}

/** Returns the time of day of an instant in a time zone, such as `18:00`. */
export function timeOfDay(instant: Date, timeZone: string): string {
  return wallClock(instant, timeZone).toISOString().slice(11, 16)
}

/**
 * Returns an event's time for display: `18:00-19:00 CAT`, `18:00 CAT`, or `01:30 CEST – 03:30 CET` if the clock
 * changes during the event. Returns free text unchanged; null without a time.
 */
export function formatEventTime(event: EventTimes, zone: DisplayZone): string | null {
  const raw = event.eventTime?.trim()
  if (!raw) return null
  if (zone.suffix && raw.includes(zone.suffix)) return raw
  const start = parseInstant(raw)
  if (!start) return raw
  const end = parseInstant(event.eventEndTime)
  const [from, fromName] = [timeOfDay(start, zone.zone), suffixAt(start, zone)]
  if (!end) return `${from} ${fromName}`
  const [to, toName] = [timeOfDay(end, zone.zone), suffixAt(end, zone)]
  return fromName === toName ? `${from}-${to} ${fromName}` : `${from} ${fromName} – ${to} ${toName}`
}

/** Returns the suffix to display after a time, such as `CAT`; without a custom suffix, the time zone's short name. */
export function suffixAt(instant: Date, { zone, suffix }: DisplayZone): string {
  return suffix || zoneName(instant.getTime(), zone)
}

/** Returns the calendar day of an event in a time zone, yyyy-MM-dd; null without a date. */
export function eventDay(
  { eventDate, eventTime }: Pick<EventTimes, 'eventDate' | 'eventTime'>,
  timeZone: string,
): string | null {
  const start = parseInstant(eventTime)
  return start ? dayInZone(start, timeZone) : eventDate
}

/**
 * Returns an event's date in a time zone: `Thursday, 3 December 2026`, or `3 Dec 2026` for the length `medium`;
 * null without a date.
 */
export function formatEventDate(
  event: Pick<EventTimes, 'eventDate' | 'eventTime'>,
  timeZone: string,
  length: 'full' | 'medium' = 'full',
): string | null {
  const date = new Date(`${eventDay(event, timeZone)}T00:00:00Z`)
  if (Number.isNaN(date.getTime())) return null
  // Format without Intl.DateTimeFormat: engines disagree about commas and 'Sept', and server and browser must
  // render the same text.
  const day = date.getUTCDate()
  const month = months[date.getUTCMonth()]!
  const year = date.getUTCFullYear()
  if (length === 'full') return `${weekdays[date.getUTCDay()]}, ${day} ${month} ${year}`
  return `${day} ${month.slice(0, 3)} ${year}`
}

/** Returns an event's date and time on one line; null if neither is known. */
export function describeWhen(event: EventTimes, display: DisplayZone): string | null {
  const parts = [formatEventDate(event, display.zone), formatEventTime(event, display)]
  return parts.filter(Boolean).join(', ') || null
}

/** Returns an instant on one line, as `describeWhen` writes the start of an event. */
export function describeInstant(instant: Date, display: DisplayZone): string {
  const start = { eventDate: null, eventTime: instant.toISOString() }
  const time = `${timeOfDay(instant, display.zone)} ${suffixAt(instant, display)}`
  return `${formatEventDate(start, display.zone)}, ${time}`
}

/** The current time, which decides whether an event is over, and the time zone in which the site displays times. */
export type TimeContext = { now: Date; timeZone: string }
