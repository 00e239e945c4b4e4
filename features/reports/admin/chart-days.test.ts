import { expect, test } from 'vitest'
import { fillDays } from './chart-days.ts'

test('days on which nothing happened stand in between, up to today', () => {
  const days = [
    { day: '2026-02-27', visits: 3 },
    { day: '2026-03-02', visits: 1 },
  ]
  expect(fillDays(days, { visits: 0 }, '2026-03-03')).toEqual([
    { day: '2026-02-27', visits: 3 },
    { day: '2026-02-28', visits: 0 },
    { day: '2026-03-01', visits: 0 },
    { day: '2026-03-02', visits: 1 },
    { day: '2026-03-03', visits: 0 },
  ])
})

test('without a day there is nothing, and of many years the last year is left', () => {
  expect(fillDays([], { visits: 0 }, '2026-03-03')).toEqual([])
  const days = [
    { day: '2019-01-01', visits: 1 },
    { day: '2026-01-01', visits: 2 },
  ]
  const filled = fillDays(days, { visits: 0 })
  expect(filled).toHaveLength(366)
  expect(filled.at(-1)).toEqual({ day: '2026-01-01', visits: 2 })
})
