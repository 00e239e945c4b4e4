/**
 * Formats of the platform, each made once for a zone: one holds tens of kilobytes outside of
 * JavaScript's own memory, and a burst of mails that makes its own takes a hundred megabytes.
 */
const options = {
  /** Every part of the clock and the calendar, as numbers. */
  wall: {
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  },
  /** `18:00` */
  time: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  /** Weekday, day, month and year in words. */
  date: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
} satisfies Record<string, Intl.DateTimeFormatOptions>

const made = new Map<string, Intl.DateTimeFormat>()

/** The format of this name for a zone. Throws a RangeError for a zone that does not exist. */
export function zoneFormat(name: keyof typeof options, timeZone: string): Intl.DateTimeFormat {
  const key = `${name} ${timeZone}`
  const known = made.get(key)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, ...options[name] })
  made.set(key, format)
  return format
}
