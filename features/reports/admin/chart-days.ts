import { formatEventDate } from '#kernel/event-time.ts'

const dayMs = 24 * 60 * 60 * 1000
/** Maximum number of days in a chart, because narrower columns are unreadable. Only the latest days are shown. */
const mostDays = 366

/**
 * Returns one entry for every calendar day (yyyy-MM-dd) from the first to the last of `days`, at most a year. A missing
 * day gets the counts of `empty`, such as zeros. `days` must be sorted, oldest first.
 */
export function fillDays<Counts extends Record<string, number>>(
  days: (Counts & { day: string })[],
  empty: Counts,
  today?: string,
): (Counts & { day: string })[] {
  const [first] = days
  const last = today ?? days.at(-1)?.day
  if (!first || !last) return []
  const known = new Map(days.map((row) => [row.day, row]))
  const end = Date.parse(last > days.at(-1)!.day ? last : days.at(-1)!.day)
  const start = Math.max(Date.parse(first.day), end - (mostDays - 1) * dayMs)
  const filled: (Counts & { day: string })[] = []
  for (let time = start; time <= end; time += dayMs) {
    const day = new Date(time).toISOString().slice(0, 10)
    filled.push(known.get(day) ?? { ...empty, day })
  }
  return filled
}

/** Returns a formatter for calendar days: `3 Dec 2026`. */
export function useWriteDay() {
  return (day: string) =>
    formatEventDate({ eventDate: day, eventTime: null }, 'UTC', 'medium') ?? day
}
