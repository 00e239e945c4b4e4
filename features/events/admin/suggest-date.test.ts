import { expect, test } from 'vitest'
import { findHoliday, suggestDate } from './suggest-date.ts'

test('the next date follows the rhythm of the series, after its latest event and after today', () => {
  const today = '2026-11-27'
  expect(suggestDate([], today)).toBeUndefined()
  // Second Thursdays: the next one, also after a gap, and with one event moved by a week.
  const monthly = ['2026-08-13', '2026-09-10', '2026-10-15', '2026-11-12']
  expect(suggestDate(monthly, today)).toBe('2026-12-10')
  expect(suggestDate(monthly, '2027-01-14')).toBe('2027-02-11')
  expect(suggestDate(['2026-11-12'], today)).toBe('2026-12-10')
  expect(suggestDate(['2026-11-12', '2026-11-12'], today)).toBe('2026-12-10')
  // A planned event moves the suggestion on.
  expect(suggestDate([...monthly, '2026-12-10'], today)).toBe('2027-01-14')
  expect(suggestDate(['2026-11-02', '2026-11-09', '2026-11-16'], today)).toBe('2026-11-30')
  expect(suggestDate(['2026-10-22', '2026-11-05', '2026-11-19'], today)).toBe('2026-12-03')
  // The third Tuesday of every third month.
  expect(suggestDate(['2026-03-17', '2026-06-16', '2026-09-15'], today)).toBe('2026-12-15')
})

test('widely observed public holidays are named, Easter included', () => {
  const days = {
    '2026-12-24': 'Christmas Eve',
    '2027-01-01': "New Year's Day",
    '2026-04-03': 'Good Friday',
    '2027-03-28': 'Easter Sunday',
    '2038-04-26': 'Easter Monday',
    '2026-12-10': undefined,
  }
  for (const [day, name] of Object.entries(days))
    expect([day, findHoliday(day)]).toEqual([day, name])
})
