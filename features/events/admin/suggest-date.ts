import { addDays, daysBetween, sameWeekday } from '#features/events/rules.ts'

/** Number of the latest intervals between events from which the usual interval is computed. */
const countedIntervals = 6
const daysOfMonth = 30.44

/**
 * Suggests the date of the next event, after the latest event and after today. Uses the median of the latest
 * intervals: up to three weeks as whole weeks, longer ones as months with the same weekday. A single event counts as
 * monthly.
 */
export function suggestDate(dates: string[], today: string): string | undefined {
  const days = [...new Set(dates)].sort()
  const latest = days.at(-1)
  if (latest === undefined) return undefined
  const intervals = days
    .slice(1)
    .map((day, index) => daysBetween(days[index]!, day))
    .slice(-countedIntervals)
    .sort((one, other) => one - other)
  const usual = intervals[Math.floor(intervals.length / 2)] ?? daysOfMonth
  const weeks = Math.max(1, Math.round(usual / 7))
  const months = Math.max(1, Math.round(usual / daysOfMonth))
  const stepAfter = (count: number) =>
    weeks < 4 ? addDays(latest, count * weeks * 7) : sameWeekday(latest, count * months)
  let count = 1
  while (stepAfter(count) <= today) count++
  return stepAfter(count)
}

/** Days on which many people are away in most countries, by MM-dd. docs/decisions/events.md explains the choice. */
const sharedHolidays: Record<string, string> = {
  '01-01': "New Year's Day",
  '05-01': "Workers' Day",
  '12-24': 'Christmas Eve',
  '12-25': 'Christmas Day',
  '12-26': 'the second day of Christmas',
  '12-31': "New Year's Eve",
}

/** Returns the name of a day (yyyy-MM-dd) on which many people are away; undefined on other days. */
export function findHoliday(day: string): string | undefined {
  const sinceEaster = daysBetween(easterSunday(Number(day.slice(0, 4))), day)
  const easter: Record<number, string> = {
    [-2]: 'Good Friday',
    0: 'Easter Sunday',
    1: 'Easter Monday',
  }
  return sharedHolidays[day.slice(5)] ?? easter[sinceEaster]
}

/** Returns the date of Western Easter, by the Gregorian algorithm of Meeus, Jones and Butcher. */
function easterSunday(year: number): string {
  const a = year % 19
  const [b, c] = [Math.floor(year / 100), year % 100]
  const g = Math.floor((8 * b + 13) / 25)
  const h = (19 * a + b - Math.floor(b / 4) - g + 15) % 30
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const month = Math.floor((h + l - 7 * m + 114) / 31)
  const day = ((h + l - 7 * m + 114) % 31) + 1
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10)
}
