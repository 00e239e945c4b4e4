/**
 * UTC offsets of a time zone in a period. The server sends them to browsers, in which the first use of
 * Intl.DateTimeFormat takes up to 20 ms.
 */
export type ZoneClock = {
  zone: string
  /** UTC offsets, each with the instant from which it applies, oldest first. Both are in milliseconds. */
  changes: [from: number, ahead: number][]
  /** The time zone's short name at each UTC offset, such as `CET`. */
  names: [ahead: number, name: string][]
  /** End of the period for which `changes` contains the UTC offsets, in epoch milliseconds. */
  until: number
}

/** One week in milliseconds. A time zone's offset never changes twice within a week. */
const week = 7 * 24 * 60 * 60 * 1000
let learned: ZoneClock | undefined
/**
 * Formatters by time zone. Keep one of each, because a formatter takes tens of kilobytes outside the JavaScript heap.
 */
const formats = new Map<string, Intl.DateTimeFormat>()

function askPlatform(instant: number, timeZone: string): number {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName: 'longOffset' })
  formats.set(timeZone, format)
  // The formatted text is a date and the offset, such as `03/12/2026, GMT+02:00`; for UTC, `GMT` without an offset.
  const offset = /[+-]\d+:\d+/.exec(format.format(instant))?.[0] ?? 'Z'
  return 0 - Date.parse(`1970-01-01T00:00${offset}`)
}

/** Returns a time zone's UTC offset at an instant, in milliseconds. Throws a RangeError for an unknown time zone. */
export function zoneOffset(instant: number, timeZone: string): number {
  const isLearned = learned?.zone === timeZone && instant < learned.until
  const change = isLearned && learned?.changes.findLast(([from]) => from <= instant)
  return change ? change[1] : askPlatform(instant, timeZone)
}

/** Returns a time zone's short name at an instant, such as `CEST`; `GMT+3` if it has none. */
export function zoneName(instant: number, timeZone: string): string {
  const ahead = zoneOffset(instant, timeZone)
  const known = learned?.zone === timeZone && learned.names.find(([at]) => at === ahead)
  return known ? known[1] : askName(instant, timeZone)
}

/**
 * Returns a time zone's short name from Intl. Asks several English locales, because each knows only the short
 * names of its own region: `CET`, `EST`, `SAST`, `AEDT`, `IST`.
 */
function askName(instant: number, timeZone: string): string {
  const names = ['GB', 'US', 'ZA', 'AU', 'IN'].map((country) =>
    // The formatted text is a date and the name, such as `15/01/2026, CET`.
    new Intl.DateTimeFormat(`en-${country}`, { timeZone, timeZoneName: 'short' })
      .format(instant)
      .replace(/.* /, ''),
  )
  return names.find((name) => !/\d/.test(name)) ?? names[0]!
}

/**
 * Stores a time zone's UTC offsets of several years, which `readClock` computed on the server and the page contains.
 * From then on, `zoneOffset` and `zoneName` look up this zone's offsets and do not call Intl, which is slow in
 * browsers.
 */
export function learnClock(clock: ZoneClock) {
  learned = clock
}

/**
 * Returns a time zone's UTC offsets in a period, for `learnClock`. The instants of changes are exact to the
 * minute.
 */
export function readClock(zone: string, from: number, until: number): ZoneClock {
  const changes: ZoneClock['changes'] = [[from, askPlatform(from, zone)]]
  for (let at = from + week; at < until + week; at += week) {
    const [, before] = changes.at(-1)!
    const ahead = askPlatform(at, zone)
    if (ahead !== before) changes.push([findChange(at - week, at, before, zone), ahead])
  }
  const names = new Map(changes.map(([at, ahead]) => [ahead, askName(at, zone)]))
  return { zone, changes, names: [...names], until }
}

/**
 * Returns the first minute after `from` at which the UTC offset is no longer `before`. The offset at `to` must
 * differ from `before`.
 */
function findChange(from: number, to: number, before: number, zone: string): number {
  if (to - from <= 60_000) return to
  const middle = from + Math.floor((to - from) / 120_000) * 60_000
  return askPlatform(middle, zone) === before
    ? findChange(middle, to, before, zone)
    : findChange(from, middle, before, zone)
}
