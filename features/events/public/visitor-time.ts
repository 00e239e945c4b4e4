import {
  eventStart,
  formatEventDate,
  formatEventTime,
  parseInstant,
  suffixAt,
  timeOfDay,
  type DisplayZone,
  type EventTimes,
} from '#kernel/event-time.ts'
import { zoneOffset } from '#kernel/zone-clock.ts'

/** Returns the visitor's time zone; call it after hydration only. */
const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone as string | undefined

/** Returns the name of the place in a time zone's name, such as `New York` for `America/New_York`. */
const placeOf = (zone: string) => zone.split('/').pop()!.replaceAll('_', ' ')

/** Returns the visitor's time zone if its offset at that instant differs from that of the series' zone. */
function differingZone(instant: Date, seriesZone: string): string | undefined {
  const zone = ownZone()
  if (!zone) return undefined
  const [own, series] = [zone, seriesZone].map((one) => zoneOffset(instant.getTime(), one))
  return own === series ? undefined : zone
}

/**
 * Returns an event's time in the visitor's zone, such as `Thursday, 3 December 2026, 11:00-12:00 in New York`;
 * undefined if the event has no start time or the offsets are equal.
 */
export function describeLocally(event: EventTimes, seriesZone: string): string | undefined {
  const start = eventStart(event)
  const zone = start && differingZone(start, seriesZone)
  return zone && describeInZone(event, zone)
}

/** Returns an event's date and time in a time zone, followed by the zone's place. */
export function describeInZone(event: EventTimes, zone: string): string {
  const suffix = `in ${placeOf(zone)}`
  return `${formatEventDate(event, zone)}, ${formatEventTime(event, { zone, suffix })}`
}

/**
 * Returns the time at which an event's meeting room opens, in the series' zone and optionally also in the visitor's:
 * `17:45 CAT (10:45 in New York)`.
 */
export function describeOpening(
  opensAt: string,
  display: DisplayZone,
  withOwnZone = true,
): string | null {
  const { zone } = display
  const instant = parseInstant(opensAt)
  if (!instant) return null
  const own = withOwnZone && differingZone(instant, zone)
  const there = `${timeOfDay(instant, zone)} ${suffixAt(instant, display)}`
  return own ? `${there} (${timeOfDay(instant, own)} in ${placeOf(own)})` : there
}
