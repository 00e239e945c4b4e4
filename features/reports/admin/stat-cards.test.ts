import { expect, test } from 'vitest'
import { countTotals, engagementRate, explainTotals } from './stat-cards.tsx'

test('the stat cards add up counts by the formulas of the specification', () => {
  const counts = { registrations: 100, eventRegistrations: 30, videoAccess: 7, events: 4 }
  expect(countTotals(counts)).toEqual({
    totalUsers: 137,
    eventRegistrations: 130,
    videoAccessOnly: 7,
    totalEvents: 4,
  })
})

test('a line explains the sums of the stat cards', () => {
  const counts = { registrations: 13, eventRegistrations: 14, videoAccess: 1, events: 4 }
  expect(explainTotals(counts)).toBe(
    'Total Users: 28 = 14 event registrations + 13 registered people + 1 with video access only. Event Registrations: 27 = 14 event registrations + 13 registered people.',
  )
})

test('the engagement rate is the rounded percentage of those who have accessed', () => {
  const rate = (peopleWithAccess: number, others: number) =>
    engagementRate({ peopleWithAccess, people: peopleWithAccess + others })
  expect(rate(0, 0)).toBe(0)
  expect(rate(0, 5)).toBe(0)
  expect(rate(1, 2)).toBe(33)
  expect(rate(2, 1)).toBe(67)
  expect(rate(1, 7)).toBe(13)
  expect(rate(3, 0)).toBe(100)
})
