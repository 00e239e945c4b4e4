import { expect, test } from 'vitest'
import type { AdminEvent } from '#kernel/event-shapes.ts'
import { matchesFilter } from './event-filters.tsx'

test('a search finds title and guest without accents and letter case, as the search for people does', () => {
  const event = { title: 'Die Straße nach Łódź', speakerName: 'Zoë Nkosi' } as AdminEvent
  const found = (search: string) =>
    matchesFilter(event, { search, status: undefined, year: undefined })
  expect(['strasse', 'lodz ZOE', 'Łódź', ''].map(found)).toEqual([true, true, true, true])
  expect(found('lodz thandi')).toBe(false)
})
