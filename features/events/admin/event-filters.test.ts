import { expect, test } from 'vitest'
import type { AdminEvent } from '#kernel/event-shapes.ts'
import { matchesFilter } from './event-filters.tsx'

test('a search finds title and guest without accents and letter case, as the search for people does', () => {
  const event = { title: 'Die Straße nach Łódź', speakerName: 'Zoë Nkosi' } as AdminEvent
  const found = (search: string) =>
    matchesFilter(event, { search, status: undefined, year: undefined, tag: undefined }, 'UTC')
  expect(['strasse', 'lodz ZOE', 'Łódź', ''].map(found)).toEqual([true, true, true, true])
  expect(found('lodz thandi')).toBe(false)
})

test('the year of an event is that of its day in the zone of the series', () => {
  const event = {
    title: 'New Year',
    speakerName: 'Zoë Nkosi',
    eventDate: null,
    eventTime: '2026-12-31T23:00:00.000Z',
  } as AdminEvent
  const isFound = (year: number, zone: string) =>
    matchesFilter(event, { search: '', status: undefined, year, tag: undefined }, zone)
  expect([isFound(2026, 'Africa/Johannesburg'), isFound(2027, 'Africa/Johannesburg')]).toEqual([
    false,
    true,
  ])
  expect(isFound(2026, 'UTC')).toBe(true)
})

test('a tag finds the events that have it', () => {
  const event = { title: 'Salt', speakerName: 'Zoë Nkosi', tags: ['Food'] } as AdminEvent
  const isFound = (tag: string | undefined) =>
    matchesFilter(event, { search: '', status: undefined, year: undefined, tag }, 'UTC')
  expect(['Food', undefined, 'Climate'].map(isFound)).toEqual([true, true, false])
})
