import { expect, test } from 'vitest'
import { formatEventTime } from '#kernel/event-time.ts'
import { isLive, liveSpan, type Heard, nextMove, settleTimes } from './rules.ts'

const event = {
  status: 'upcoming' as const,
  eventDate: '2026-12-10',
  eventTime: '2026-12-10T16:00:00Z',
  eventEndTime: '2026-12-10T17:00:00Z',
}

function at(time: string) {
  return new Date(`2026-12-10T${time}Z`)
}

function span(startedAt: string | null, endedAt: string | null = null, changes = {}) {
  const heard: Heard = {
    startedAt: startedAt === null ? null : at(startedAt),
    endedAt: endedAt === null ? null : at(endedAt),
  }
  const found = liveSpan({ ...event, ...changes }, heard, 'Africa/Johannesburg')
  return found && [found.from, found.until].map((one) => one.toISOString().slice(11, 16))
}

test('by the clock an event is live from its start to its end', () => {
  expect(span(null)).toEqual(['16:00', '17:00'])
  const live = (time: string) => isLive(event, null, at(time), 'Africa/Johannesburg')
  expect(['15:59:59', '16:00:00', '16:59:59', '17:00:00'].map(live)).toEqual([
    false,
    true,
    true,
    false,
  ])
})

test('a start counts from 60 minutes before, and runs on for at most 3 hours past the end', () => {
  expect(span('14:59:59')).toEqual(['16:00', '17:00'])
  expect(span('15:00:00')).toEqual(['15:00', '20:00'])
  expect(span('16:10:00')).toEqual(['16:00', '20:00'])
  expect(span('20:00:00')).toEqual(['16:00', '17:00'])
})

test('an end closes only after the planned end, and a start after it opens again', () => {
  expect(span('15:30:00', '15:40:00')).toEqual(['15:30', '17:00'])
  expect(span('16:00:00', '16:30:00')).toEqual(['16:00', '17:00'])
  expect(span('16:00:00', '17:25:00')).toEqual(['16:00', '17:25'])
  expect(span('16:35:00', '16:30:00')).toEqual(['16:00', '20:00'])
  expect(span('16:00:00', '21:00:00')).toEqual(['16:00', '20:00'])
  expect(span(null, '17:25:00')).toEqual(['16:00', '17:00'])
})

test('what is cancelled, closed by hand, undated or not open yet is never live', () => {
  expect(span('16:00:00', null, { cancelledAt: at('15:00:00') })).toBeUndefined()
  expect(span('16:00:00', null, { status: 'completed' })).toBeUndefined()
  expect(span('16:00:00', null, { status: 'pre_registration' })).toBeUndefined()
  expect(span('16:00:00', null, { eventTime: 'In the evening' })).toBeUndefined()
})

const zone = 'Africa/Johannesburg'
const now = new Date('2026-11-22T10:00:00Z')
const none = { eventDate: null, eventTime: null, eventEndTime: null, cancelledAt: null }

test('an event that is weeks away is not to be completed next, one that has begun is', () => {
  const upcoming = { ...none, status: 'upcoming' as const }
  const starts = (eventTime: string) => nextMove({ ...upcoming, eventTime }, now, zone)
  expect(starts('2026-12-10T16:00:00Z')).toBeUndefined()
  expect(starts('2026-11-22T09:59:00Z')).toBe('completed')
  const onDay = (eventDate: string) => nextMove({ ...upcoming, eventDate }, now, zone)
  expect(onDay('2026-11-23')).toBeUndefined()
  expect(onDay('2026-11-22')).toBe('completed')
  expect(nextMove(upcoming, now, zone)).toBeUndefined()
})

test('a pre-registration is opened next, and a cancellation can only be taken back', () => {
  const announced = { ...none, status: 'pre_registration' as const }
  expect(nextMove(announced, now, zone)).toBe('upcoming')
  expect(nextMove({ ...announced, cancelledAt: now }, now, zone)).toBe('restore')
  expect(nextMove({ ...none, status: 'completed' }, now, zone)).toBeUndefined()
})

const display = { zone: 'Africa/Johannesburg', suffix: 'CAT' }

function shown(eventDate: string | null, eventTime: string | null, eventEndTime: string | null) {
  const times = settleTimes({ eventDate, eventTime, eventEndTime }, display.zone)
  return [times.eventTime, formatEventTime({ ...times, status: 'upcoming' }, display)]
}

test.each([
  ['bare beside a date', '18:00', '19:00', '18:00-19:00 CAT'],
  ['with a date and no offset', '2026-12-10T18:00', '2026-12-10 19:00:00', '18:00-19:00 CAT'],
  ['with an offset, its end bare', '2026-12-10T16:00:00.000Z', '19:00', '18:00-19:00 CAT'],
  ['bare, its end on the next day', '18:00', '1:30', '18:00-01:30 CAT'],
  ['bare, without an end', '18:00', null, '18:00 CAT'],
  ['bare, its end long before it', '18:00', '09:00', '18:00 CAT'],
])('times that are %s are instants in the display zone', (_name, start, end, line) => {
  expect(shown('2026-12-10', start, end)).toEqual(['2026-12-10T16:00:00.000Z', line])
})

test.each([
  ['18:00', null],
  ['18:00 - 19:00 CAT', '2026-12-10'],
  ['25:00', '2026-12-10'],
  ['2026-02-30T18:00', '2026-12-10'],
  ['In the evening', '2026-12-10'],
])('%s is no time beside the date %s and stays as it is', (text, date) => {
  expect(shown(date, text, '19:00')[0]).toBe(text)
})

test('on the night of a clock change the zone decides', () => {
  const times = { eventDate: '2026-03-29', eventTime: '03:30', eventEndTime: '04:30' }
  expect(settleTimes(times, 'Europe/Berlin')).toMatchObject({
    eventTime: '2026-03-29T01:30:00.000Z',
    eventEndTime: '2026-03-29T02:30:00.000Z',
  })
})
