import { expect, test } from 'vitest'
import { nextMove } from './next-move.ts'

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
