import { expect, test } from 'vitest'
import type { RowVerdict } from '#features/imports/contract.ts'
import { describeSeats, findOverCapacity } from './row-verdicts.ts'

function rowOf(
  id: number,
  seats?: NonNullable<RowVerdict['event']>['seats'],
  verdict: RowVerdict['verdict'] = 'new',
) {
  const event = { id, title: `Event ${id}`, isCancelled: false, ...(seats && { seats }) }
  return { verdict, event } as RowVerdict
}

test('an event is over its capacity if rows that take a seat exceed the number of seats', () => {
  const none = { offered: 0, isOffered: false }
  const free = { capacity: 3, confirmed: 1, isTaken: true, ...none }
  const full = { capacity: 1, confirmed: 4, isTaken: false, ...none }
  const fits = [rowOf(1, free), rowOf(1, free), rowOf(2), rowOf(3, full, 'registered')]
  expect(findOverCapacity(fits)).toEqual([])
  expect(findOverCapacity([...fits, rowOf(1, free, 'duplicate')])).toEqual([])
  expect(findOverCapacity([...fits, rowOf(1, free)])).toEqual([
    { id: 1, title: 'Event 1', capacity: 3, confirmed: 4, offered: 0 },
  ])
})

test('reserved seats count, and the row of a person with a reserved seat adds none', () => {
  const seats = { capacity: 2, confirmed: 1, offered: 1, isTaken: true, isOffered: false }
  const [other, own] = [rowOf(1, seats), rowOf(1, { ...seats, isOffered: true })]
  const event = { id: 1, title: 'Event 1', capacity: 2 }
  expect(findOverCapacity([own])).toEqual([])
  expect(findOverCapacity([other])).toEqual([{ ...event, confirmed: 2, offered: 1 }])
  expect(findOverCapacity([other, own])).toEqual([{ ...event, confirmed: 3, offered: 0 }])
  expect(describeSeats({ capacity: 2, confirmed: 2, offered: 1 })).toBe(
    '2 confirmed registrations and 1 reserved seat for 2 seats',
  )
})
