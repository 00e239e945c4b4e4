import { expect, test, vi } from 'vitest'
import { formatEventDate, formatEventTime } from './event-time.ts'
import { formatOffsetTime } from './offset-time.ts'
import { learnClock, readClock, zoneName, zoneOffset } from './zone-clock.ts'

const event = {
  status: 'upcoming' as const,
  eventDate: '2026-12-03',
  eventTime: '2026-12-03T16:00:00Z',
  eventEndTime: '2026-12-03T17:00:00Z',
}

/** Counts how many Intl.DateTimeFormat objects `write` creates. */
function countFormats(write: () => void) {
  const made = vi.spyOn(Intl, 'DateTimeFormat')
  write()
  const times = made.mock.calls.length
  made.mockRestore()
  return times
}

function writeMoment(zone: string) {
  const date = formatEventDate(event, zone)
  const time = formatEventTime(event, { zone, suffix: 'there' })
  return `${date}, ${time}, ${formatOffsetTime(new Date(event.eventTime), zone)}`
}

test('a format is made once for each zone, however often dates and times are written', () => {
  const writeOften = () => Array.from({ length: 50 }, () => writeMoment('Pacific/Chatham'))
  expect(countFormats(writeOften)).toBe(1)
})

test('a zone that does not exist is refused', () => {
  expect(() => zoneOffset(0, 'Mars/Olympus')).toThrow(RangeError)
})

const from = Date.UTC(2025, 0, 1)
const until = Date.UTC(2028, 0, 1)

test.each([
  'Africa/Johannesburg',
  'Europe/Berlin',
  'Australia/Lord_Howe',
  'Africa/Casablanca',
  'America/St_Johns',
])('the clock of %s is known to the minute without the platform', (zone) => {
  const clock = readClock(zone, from, until)
  const edges = clock.changes.flatMap(([at]) => [at - 60_000, at - 1, at, at + 60_000])
  const instants = [...edges, Date.parse(event.eventTime), until - 1].filter((at) => at >= from)
  const asked = instants.map((instant) => zoneOffset(instant, zone))
  const written = writeMoment(zone)
  const beyond = zoneOffset(until, zone)
  learnClock(clock)
  let known: number[] = []
  const formats = countFormats(() => {
    known = instants.map((instant) => zoneOffset(instant, zone))
    expect(writeMoment(zone)).toBe(written)
  })
  expect(known).toEqual(asked)
  expect(formats).toBe(0)
  expect(zoneOffset(until, zone)).toBe(beyond)
})

test('an instant before or after what was learned is asked of the platform', () => {
  const wrong = 12_345
  learnClock({ zone: 'Asia/Tokyo', changes: [[from, wrong]], names: [], until })
  const hours = (at: number) => zoneOffset(at, 'Asia/Tokyo')
  expect([from - 1, from, until - 1, until].map(hours)).toEqual([
    32_400_000,
    wrong,
    wrong,
    32_400_000,
  ])
})

test.each([
  ['Europe/Berlin', 'CET', 'CEST'],
  ['America/New_York', 'EST', 'EDT'],
  ['Africa/Johannesburg', 'SAST', 'SAST'],
  ['Asia/Kolkata', 'IST', 'IST'],
  ['Asia/Tokyo', 'GMT+9', 'GMT+9'],
])('without a suffix times in %s are followed by %s, in summer by %s', (zone, winter, summer) => {
  const written = () =>
    ['2026-01-15', '2026-07-15'].map((date) =>
      formatEventTime(
        { ...event, eventTime: `${date}T12:00:00Z`, eventEndTime: null },
        { zone, suffix: '' },
      ),
    )
  const asked = written()
  expect(asked.map((text) => text?.split(' ')[1])).toEqual([winter, summer])
  learnClock(readClock(zone, from, until))
  expect(countFormats(() => expect(written()).toEqual(asked))).toBe(0)
  expect(zoneName(until, zone)).toBe(winter)
})
