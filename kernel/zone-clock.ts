/**
 * What a zone's clock shows, by the platform's own table of zones, or by what was learned of it: the platform
 * takes up to 20 ms of a visitor's processor before its first answer.
 */
export type ZoneClock = {
  zone: string
  /** From an instant on, so many milliseconds ahead of UTC; the oldest first. */
  changes: [from: number, ahead: number][]
  /** What the clock is called while it is so far ahead, such as `CET`. */
  names: [ahead: number, name: string][]
  /** The instant up to which this is known. */
  until: number
}

/** No clock is set twice within a week. */
const week = 7 * 24 * 60 * 60 * 1000
let learned: ZoneClock | undefined
/** Each made once for a zone: one holds tens of kilobytes outside of JavaScript's own memory. */
const formats = new Map<string, Intl.DateTimeFormat>()

function askPlatform(instant: number, timeZone: string): number {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName: 'longOffset' })
  formats.set(timeZone, format)
  // `03/12/2026, GMT+02:00`; without an offset where there is none.
  const offset = /[+-]\d+:\d+/.exec(format.format(instant))?.[0] ?? 'Z'
  return 0 - Date.parse(`1970-01-01T00:00${offset}`)
}

/** How far the zone's clock is ahead of UTC at an instant, in milliseconds. Throws a RangeError for no zone. */
export function zoneOffset(instant: number, timeZone: string): number {
  const isLearned = learned?.zone === timeZone && instant < learned.until
  const change = isLearned && learned?.changes.findLast(([from]) => from <= instant)
  return change ? change[1] : askPlatform(instant, timeZone)
}

/** `CEST`: what the zone's clock is called at an instant; `GMT+3` where no short name is known. */
export function zoneName(instant: number, timeZone: string): string {
  const ahead = zoneOffset(instant, timeZone)
  const known = learned?.zone === timeZone && learned.names.find(([at]) => at === ahead)
  return known ? known[1] : askName(instant, timeZone)
}

/** The English of each country knows short names of other parts of the world: `CET`, `EST`, `SAST`, `AEDT`, `IST`. */
function askName(instant: number, timeZone: string): string {
  const names = ['GB', 'US', 'ZA', 'AU', 'IN'].map((country) =>
    // `15/01/2026, CET`
    new Intl.DateTimeFormat(`en-${country}`, { timeZone, timeZoneName: 'short' })
      .format(instant)
      .replace(/.* /, ''),
  )
  return names.find((name) => !/\d/.test(name)) ?? names[0]!
}

/** From now on the platform is not asked about this zone, the series' own, between these instants. */
export function learnClock(clock: ZoneClock) {
  learned = clock
}

/** A zone's clock from one instant to another, as `learnClock` takes it. A change is found to the minute. */
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

/** The first minute after `from` at which the clock is no longer `before` ahead; at `to` it is not. */
function findChange(from: number, to: number, before: number, zone: string): number {
  if (to - from <= 60_000) return to
  const middle = from + Math.floor((to - from) / 120_000) * 60_000
  return askPlatform(middle, zone) === before
    ? findChange(middle, to, before, zone)
    : findChange(from, middle, before, zone)
}
