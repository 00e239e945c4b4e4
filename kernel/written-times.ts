import { dayInZone, instantInZone, parseInstant } from './event-time.ts'

/**
 * Converts times of an event that people typed without UTC offset, such as `18:00`, to instants. The times are in the
 * display time zone.
 */

export type WrittenTimes = {
  eventDate: string | null
  eventTime: string | null
  eventEndTime: string | null
}

const minute = 60_000
const minutesOfDay = 24 * 60
const dayMs = minutesOfDay * minute
/**
 * Maximum duration in milliseconds of an event across midnight. If the typed end is before the start, it means the next
 * day, unless the event would last longer than this.
 */
const longestNightMs = 8 * 60 * minute

/** A local time of day, and the day if the text contained one. */
type Clock = { date: string | undefined; minutes: number; ms: number }

const clockText =
  /^(?:(\d{4}-\d{2}-\d{2})[T ])?\s*(\d{1,2})(?::([0-5]\d))?(?::([0-5]\d)(?:\.\d+)?)?\s*(?:([ap])\.?m\.?)?$/i

/** Parses a time of day: `18:00`, `2026-12-10 18:00:30`, `6:30 PM`. Minutes may be missing only with AM or PM. */
function readClock(text: string): Clock | undefined {
  const [found, date, hours, minutes, seconds = '0', half] = clockText.exec(text.trim()) ?? []
  if (found === undefined || (minutes === undefined && half === undefined)) return undefined
  const hour = Number(hours)
  if (half === undefined ? hour > 23 : hour < 1 || hour > 12) return undefined
  const ofDay = half === undefined ? hour : (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  return { date, minutes: ofDay * 60 + Number(minutes ?? 0), ms: Number(seconds) * 1000 }
}

const range = /^((?:\d{4}-\d{2}-\d{2}[T ])?[^-–—]+?)\s*(?:[-–—]|\bto\b)\s*(.+)$/i
const halfOfDay = /[ap]\.?m\.?$/i

/** Parses an event's time: `18:00`, or a range such as `18:00-19:00` or `6:30 - 8 PM`. */
function readStart(text: string): { start: Clock; end?: Clock } | undefined {
  const start = readClock(text)
  if (start) return { start }
  const [, from = '', to = ''] = range.exec(text.trim()) ?? []
  const end = readClock(to)
  if (!end) return undefined
  // In `6:30 - 8 PM` and `11 - 1 PM`, the start is AM or PM, whichever makes the event shorter.
  const read = halfOfDay.test(to) ? [readClock(`${from} AM`), readClock(`${from} PM`)] : []
  const lasting = ({ minutes }: Clock) => (end.minutes - minutes + minutesOfDay) % minutesOfDay
  const [shorter] = read
    .filter((clock) => clock !== undefined)
    .sort((one, other) => (lasting(one) || minutesOfDay) - (lasting(other) || minutesOfDay))
  const found = shorter ?? readClock(from)
  return found && { start: found, end }
}

function isCalendarDate(text: string) {
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

function nextDay(calendarDate: string) {
  return new Date(Date.parse(`${calendarDate}T00:00:00Z`) + dayMs).toISOString().slice(0, 10)
}

/** Returns the instant of a local time; undefined without a valid day. */
function instantOf({ date, minutes, ms }: Clock, day: string | null, timeZone: string) {
  const on = date ?? day
  if (!on || !isCalendarDate(on)) return undefined
  const time = new Date(minutes * minute).toISOString().slice(11, 16)
  return new Date(instantInZone(on, time, timeZone).getTime() + ms)
}

type Written = { start: Date; startClock: Clock | undefined; end: Clock; day: string }

/**
 * Returns the instant of an event's end that was typed without UTC offset. Returns undefined if the end is before the
 * start and the event does not run across midnight.
 */
function settleEnd({ start, startClock, end, day }: Written, timeZone: string): Date | undefined {
  const sameDay = instantOf(end, day, timeZone)
  if (!sameDay || sameDay > start) return sameDay
  const lasts = startClock ? (end.minutes - startClock.minutes) * minute : 0
  // The clock was set forward over the typed start, so `start` is later than typed. Move the end by the same time.
  if (lasts > 0 && (end.date ?? day) === day) return new Date(start.getTime() + lasts)
  if (sameDay.getTime() + dayMs - start.getTime() > longestNightMs) return undefined
  return instantOf({ ...end, date: nextDay(end.date ?? day) }, null, timeZone)
}

/**
 * Returns an event's times with every local time converted to an instant. Instants, free text, and an end that
 * cannot follow its start stay unchanged.
 */
export function settleTimes<Times extends WrittenTimes>(times: Times, timeZone: string): Times {
  const { eventDate, eventTime, eventEndTime } = times
  const known = parseInstant(eventTime)
  const written = known ? undefined : readStart(eventTime ?? '')
  const start = known ?? (written && instantOf(written.start, eventDate, timeZone))
  if (!start) return times
  const day = written ? (written.start.date ?? eventDate!) : dayInZone(start, timeZone)
  const settled = written ? { ...times, eventTime: start.toISOString() } : times
  const inRange = eventEndTime?.trim() ? undefined : written?.end
  const clock = inRange ?? readClock(eventEndTime ?? '')
  if (!clock) return settled
  const end = settleEnd({ start, startClock: written?.start, end: clock, day }, timeZone)
  if (end) return { ...settled, eventEndTime: end.toISOString() }
  return inRange ? times : settled
}

/**
 * Returns whether an event ends before or at its start. Expects times that `settleTimes` has converted to instants; a
 * time that is still a local time could not be converted.
 */
export function endsBeforeItStarts({ eventDate, eventTime, eventEndTime }: WrittenTimes): boolean {
  const [start, end] = [parseInstant(eventTime), parseInstant(eventEndTime)]
  if (start) return end ? end <= start : readClock(eventEndTime ?? '') !== undefined
  const written = readStart(eventTime ?? '')
  return written?.end !== undefined && isCalendarDate(written.start.date ?? eventDate ?? '')
}
