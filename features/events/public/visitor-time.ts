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

/** The visitor's own zone; only asked for once the page is alive. */
const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone as string | undefined

/** `New York` of `America/New_York`. */
const placeOf = (zone: string) => zone.split('/').pop()!.replaceAll('_', ' ')

/** The visitor's zone where its clock differs from the series' own at that instant. */
function differingZone(instant: Date, seriesZone: string): string | undefined {
  const zone = ownZone()
  if (!zone) return undefined
  const [own, series] = [zone, seriesZone].map((one) => zoneOffset(instant.getTime(), one))
  return own === series ? undefined : zone
}

/** `Thursday, 3 December 2026, 11:00-12:00 in New York`: an event on the visitor's own clock. */
export function describeLocally(event: EventTimes, seriesZone: string): string | undefined {
  const start = eventStart(event)
  const zone = start && differingZone(start, seriesZone)
  return zone && describeInZone(event, zone)
}

/** The same on the clock of any zone. */
export function describeInZone(event: EventTimes, zone: string): string {
  const suffix = `in ${placeOf(zone)}`
  return `${formatEventDate(event, zone)}, ${formatEventTime(event, { zone, suffix })}`
}

/** `17:45 CAT (10:45 in New York)`: when the doors open, on the series' clock, and on the visitor's if asked for. */
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
