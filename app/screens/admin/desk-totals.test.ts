import { expect, test } from 'vitest'
import { countTotals, engagementRate } from './desk-totals.ts'

function list(length: number): never[] {
  return Array.from<never>({ length })
}

test('the stat cards add up lists by the formulas of the specification', () => {
  const lists = {
    registrations: list(100),
    eventRegistrations: list(30),
    videoAccess: list(7),
    events: list(4),
  }
  expect(countTotals(lists)).toEqual({
    totalUsers: 137,
    eventRegistrations: 130,
    videoAccessOnly: 7,
    totalEvents: 4,
  })
})

test('a number of which a list is missing is not known, and the others are', () => {
  const lists = {
    registrations: list(2),
    eventRegistrations: list(3),
    videoAccess: undefined,
    events: list(0),
  }
  expect(countTotals(lists)).toEqual({
    totalUsers: undefined,
    eventRegistrations: 5,
    videoAccessOnly: undefined,
    totalEvents: 0,
  })
})

test('the engagement rate is the rounded percentage of those who have accessed', () => {
  const rate = (accessed: number, others: number) =>
    engagementRate([
      ...Array.from({ length: accessed }, () => ({ hasAccessed: true })),
      ...Array.from({ length: others }, () => ({ hasAccessed: false })),
    ])
  expect(rate(0, 0)).toBe(0)
  expect(rate(0, 5)).toBe(0)
  expect(rate(1, 2)).toBe(33)
  expect(rate(2, 1)).toBe(67)
  expect(rate(1, 7)).toBe(13)
  expect(rate(3, 0)).toBe(100)
})
