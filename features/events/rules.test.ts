import { expect, test } from 'vitest'
import { isLive, liveSpan, type Heard, nextMove } from './rules.ts'

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

test('cancelled, completed, undated and unopened events are never live', () => {
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
