import type { EventStatus } from './values.ts'
import { zoneName, zoneOffset } from './zone-clock.ts'

/** Dates, times and the effective status of events. Specification, "Events". */

/**
 * The part of the site's content that says where the series' clock hangs. An empty suffix stands for what the
 * zone's clock is called at the moment that is written.
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

/** The instant an ISO 8601 text with an offset means; undefined for free text. */
export function parseInstant(text: string | null): Date | undefined {
  const trimmed = text?.trim()
  if (!trimmed || !isoInstant.test(trimmed)) return undefined
  const time = Date.parse(trimmed.replace(' ', 'T').replace(/([+-]\d{2})$/, '$1:00'))
  return Number.isNaN(time) ? undefined : new Date(time)
}

/** The zone's clock at an instant, to be read by the methods that speak of UTC. */
function wallClock(instant: Date, timeZone: string): Date {
  const time = instant.getTime()
  return new Date(time + zoneOffset(time, timeZone))
}

/** The calendar day on the zone's clock at an instant, yyyy-MM-dd. */
export function dayInZone(instant: Date, timeZone: string): string {
  return wallClock(instant, timeZone).toISOString().slice(0, 10)
}

/**
 * The instant at which the zone's clock shows this date (yyyy-MM-dd) and time (HH:mm): the first of two, and
 * for a time that the clock skips the one as long after the skip as it is after its beginning.
 */
export function instantInZone(calendarDate: string, time: string, timeZone: string): Date {
  const wall = Date.parse(`${calendarDate}T${time}:00Z`)
  const before = zoneOffset(wall - oneDay, timeZone)
  const after = zoneOffset(wall + oneDay, timeZone)
  const ahead = [before, after].find((offset) => zoneOffset(wall - offset, timeZone) === offset)
  return new Date(wall - (ahead ?? before))
}

/** When the event starts, if its time is an instant. */
export function eventStart(event: EventTimes) {
  return parseInstant(event.eventTime)
}

/** When the event is over; undefined without any date: such an event never finishes by itself. */
export function eventEnd(event: EventTimes, timeZone: string): Date | undefined {
  const end = parseInstant(event.eventEndTime)
  if (end) return end
  const start = eventStart(event)
  if (start) return new Date(start.getTime() + threeHours)
  if (!event.eventDate || !isoDate.test(event.eventDate)) return undefined
  const nextDay = new Date(Date.parse(`${event.eventDate}T00:00:00Z`) + oneDay)
  return instantInZone(nextDay.toISOString().slice(0, 10), '00:00', timeZone)
}

/** The status that counts now: whatever is stored, an event whose end is past is completed. */
export function effectiveStatus(event: EventTimes, now: Date, timeZone: string): EventStatus {
  if (event.status === 'completed') return 'completed'
  const end = eventEnd(event, timeZone)
  return end && end <= now ? 'completed' : event.status
}

/** Whether registration must be refused. */
export function isFinished(event: EventTimes, now: Date, timeZone: string) {
  return Boolean(event.cancelledAt) || effectiveStatus(event, now, timeZone) === 'completed'
}

/** Whether the event starts on this day of the zone's calendar, and is not over yet. */
export function isOnItsDay(event: EventTimes, now: Date, timeZone: string): boolean {
  const start = eventStart(event)
  if (!start || isFinished(event, now, timeZone)) return false
  return dayInZone(start, timeZone) === dayInZone(now, timeZone)
}

/** `18:00`: the time of day on the zone's clock. */
export function timeOfDay(instant: Date, timeZone: string): string {
  return wallClock(instant, timeZone).toISOString().slice(11, 16)
}

/**
 * `18:00-19:00 CAT`, `18:00 CAT`, `01:30 CEST – 03:30 CET` over a clock change, the raw text where it is free
 * text, null without a time.
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

/** What stands after a time of this moment. */
export function suffixAt(instant: Date, { zone, suffix }: DisplayZone): string {
  return suffix || zoneName(instant.getTime(), zone)
}

/** `Thursday, 3 December 2026` in the display zone; null where no date is known. */
export function formatEventDate(
  event: Pick<EventTimes, 'eventDate' | 'eventTime'>,
  timeZone: string,
  length: 'full' | 'medium' = 'full',
): string | null {
  const noon = isoDate.test(event.eventDate ?? '') ? `${event.eventDate}T12:00:00Z` : null
  const instant = parseInstant(event.eventTime) ?? parseInstant(noon)
  if (!instant) return null
  // Put together here: engines of different ages disagree about commas and about 'Sept', and what
  // the server wrote must be what the browser would write.
  const wall = wallClock(instant, timeZone)
  const day = wall.getUTCDate()
  const month = months[wall.getUTCMonth()]!
  const year = wall.getUTCFullYear()
  if (length === 'full') return `${weekdays[wall.getUTCDay()]}, ${day} ${month} ${year}`
  return `${day} ${month.slice(0, 3)} ${year}`
}

/** Date and time on one line, as the series shows them; null where neither is known. */
export function describeWhen(event: EventTimes, display: DisplayZone): string | null {
  const parts = [formatEventDate(event, display.zone), formatEventTime(event, display)]
  return parts.filter(Boolean).join(', ') || null
}

/** When and where a row is looked at: it decides the effective status. */
export type TimeContext = { now: Date; timeZone: string }
