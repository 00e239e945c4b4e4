import { dayInZone, instantInZone, parseInstant } from './event-time.ts'

/**
 * Times that are written without an offset: they are the display zone's. Specification, "Events".
 */

type WrittenTimes = {
  eventDate: string | null
  eventTime: string | null
  eventEndTime: string | null
}

const dayMs = 24 * 60 * 60 * 1000
/** An end before the start means the next day, if the interview is then no longer than this. */
const longestNightMs = 8 * 60 * 60 * 1000

const local = /^(?:(\d{4}-\d{2}-\d{2})[T ])?([01]?\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.\d+)?)?$/i

/** Whether an end that would be at `sameDay` is meant on the day after. */
export function endsOnTheNextDay(start: Date, sameDay: Date): boolean {
  return sameDay <= start && +sameDay + dayMs - +start <= longestNightMs
}

/** The same time of the zone's clock, a day later. */
export function onTheNextDay(calendarDate: string, time: string, timeZone: string): Date {
  const following = new Date(Date.parse(`${calendarDate}T00:00:00Z`) + dayMs)
  return instantInZone(following.toISOString().slice(0, 10), time, timeZone)
}

function isCalendarDate(text: string) {
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/** A time without an offset, taken on `day` where it names none; undefined for any other text. */
function readLocal(text: string | null, day: string | null | undefined) {
  const [, written, hours = '', minutes = '', seconds = '0'] = local.exec(text?.trim() ?? '') ?? []
  const date = written ?? day
  if (!minutes || !date || !isCalendarDate(date)) return undefined
  return { date, time: `${hours.padStart(2, '0')}:${minutes}`, ms: Number(seconds) * 1000 }
}

/**
 * The same times with every one that was written without an offset, or bare beside a date, as an instant.
 * Instants and free text stay as they are, and so does an end that cannot follow its start.
 */
export function settleTimes<Times extends WrittenTimes>(times: Times, timeZone: string): Times {
  const { eventDate, eventTime, eventEndTime } = times
  const instantOf = ({ date, time, ms }: NonNullable<ReturnType<typeof readLocal>>) =>
    new Date(instantInZone(date, time, timeZone).getTime() + ms)
  const localStart = readLocal(eventTime, eventDate)
  const start = localStart ? instantOf(localStart) : parseInstant(eventTime)
  const settled = localStart ? { ...times, eventTime: start!.toISOString() } : times
  const localEnd = start && readLocal(eventEndTime, dayInZone(start, timeZone))
  if (!localEnd) return settled
  const sameDay = instantOf(localEnd)
  const end = endsOnTheNextDay(start, sameDay)
    ? onTheNextDay(localEnd.date, localEnd.time, timeZone)
    : sameDay
  return end > start ? { ...settled, eventEndTime: end.toISOString() } : settled
}
