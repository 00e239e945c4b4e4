import { zoneOffset } from './zone-clock.ts'

/** Formats an instant as local time in a time zone with UTC offset: `2026-12-03T18:00:00+02:00`. */
export function formatOffsetTime(instant: Date, timeZone: string): string {
  const offset = zoneOffset(instant.getTime(), timeZone)
  const minutes = Math.abs(offset) / 60_000
  const wall = new Date(instant.getTime() + offset).toISOString().slice(0, 19)
  const pad = (value: number) => String(Math.trunc(value)).padStart(2, '0')
  return `${wall}${offset < 0 ? '-' : '+'}${pad(minutes / 60)}:${pad(minutes % 60)}`
}
