import type { EventStatus } from './values.ts'
import { zoneName, zoneOffset } from './zone-clock.ts'

/** Dates, times and the effective status of events. */

/**
 * The series' time zone and the suffix after times. An empty suffix means the zone's short name on that date.
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

/** Returns the instant of an ISO 8601 text with offset; undefined for free text. */
export function parseInstant(text: string | null): Date | undefined {
  const trimmed = text?.trim()
  if (!trimmed || !isoInstant.test(trimmed)) return undefined
  const time = Date.parse(trimmed.replace(' ', 'T').replace(/([+-]\d{2})$/, '$1:00'))
  return Number.isNaN(time) ? undefined : new Date(time)
}

/** Returns a Date whose UTC methods return the local time of the zone. */
function wallClock(instant: Date, timeZone: string): Date {
  const time = instant.getTime()
  return new Date(time + zoneOffset(time, timeZone))
}

/** Returns the calendar day in the zone, yyyy-MM-dd. */
export function dayInZone(instant: Date, timeZone: string): string {
  return wallClock(instant, timeZone).toISOString().slice(0, 10)
}

/**
 * Returns the instant of a local date (yyyy-MM-dd) and time (HH:mm) in the zone. An ambiguous time is the first
 * of the two; a skipped time is moved forward by the length of the gap.
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
 * Returns the end of the event; undefined without a date, in which case the event never completes
 * automatically.
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

/** Returns the status at `now`: an event whose end is past is completed, whatever is stored. */
export function effectiveStatus(event: EventTimes, now: Date, timeZone: string): EventStatus {
  if (event.status === 'completed') return 'completed'
  const end = eventEnd(event, timeZone)
  return end && end <= now ? 'completed' : event.status
}

/** Returns whether registration must be refused. */
export function isFinished(event: EventTimes, now: Date, timeZone: string) {
  return Boolean(event.cancelledAt) || effectiveStatus(event, now, timeZone) === 'completed'
}

/** Returns whether the event starts on the current day in the zone and is not over. */
export function isOnItsDay(event: EventTimes, now: Date, timeZone: string): boolean {
  const start = eventStart(event)
  if (!start || isFinished(event, now, timeZone)) return false
  return dayInZone(start, timeZone) === dayInZone(now, timeZone)
}

/** Returns the local time of day, `18:00`. */
export function timeOfDay(instant: Date, timeZone: string): string {
  return wallClock(instant, timeZone).toISOString().slice(11, 16)
}

/**
 * Returns `18:00-19:00 CAT`, `18:00 CAT`, or `01:30 CEST – 03:30 CET` over a clock change; free text unchanged;
 * null without a time.
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

/** Returns the suffix after a time at this instant. */
export function suffixAt(instant: Date, { zone, suffix }: DisplayZone): string {
  return suffix || zoneName(instant.getTime(), zone)
}

/** Returns `Thursday, 3 December 2026` in the display zone; null without a date. */
export function formatEventDate(
  event: Pick<EventTimes, 'eventDate' | 'eventTime'>,
  timeZone: string,
  length: 'full' | 'medium' = 'full',
): string | null {
  const noon = isoDate.test(event.eventDate ?? '') ? `${event.eventDate}T12:00:00Z` : null
  const instant = parseInstant(event.eventTime) ?? parseInstant(noon)
  if (!instant) return null
  // Format without Intl.DateTimeFormat: engines disagree about commas and 'Sept', and server and browser must
  // render the same text.
  const wall = wallClock(instant, timeZone)
  const day = wall.getUTCDate()
  const month = months[wall.getUTCMonth()]!
  const year = wall.getUTCFullYear()
  if (length === 'full') return `${weekdays[wall.getUTCDay()]}, ${day} ${month} ${year}`
  return `${day} ${month.slice(0, 3)} ${year}`
}

/** Returns date and time on one line; null if neither is known. */
export function describeWhen(event: EventTimes, display: DisplayZone): string | null {
  const parts = [formatEventDate(event, display.zone), formatEventTime(event, display)]
  return parts.filter(Boolean).join(', ') || null
}

/** The current time and the display zone, which decide the effective status. */
export type TimeContext = { now: Date; timeZone: string }
