import { expect, test } from 'vitest'
import { isTimeZone, listTimeZones } from './time-zones.ts'

test('time zones are offered by their current and their former names', () => {
  const zones = listTimeZones('US/Pacific')
  expect(zones).toEqual(
    expect.arrayContaining(['Asia/Kolkata', 'Asia/Calcutta', 'Europe/Kyiv', 'UTC', 'US/Pacific']),
  )
  expect(new Set(zones).size).toBe(zones.length)
  for (const zone of zones) expect([zone, isTimeZone(zone)]).toEqual([zone, true])
  expect(isTimeZone('Asia/Nowhere')).toBe(false)
})
