import { expect, test } from 'vitest'
import type { RowVerdict } from '#features/imports/contract.ts'
import { findOverCapacity } from './row-verdicts.ts'

function rowOf(
  id: number,
  seats?: NonNullable<RowVerdict['event']>['seats'],
  verdict: RowVerdict['verdict'] = 'new',
) {
  const event = { id, title: `Event ${id}`, isCancelled: false, ...(seats && { seats }) }
  return { verdict, event } as RowVerdict
}

test('an event is over its capacity if rows that take a seat exceed the number of seats', () => {
  const free = { capacity: 3, confirmed: 1, isTaken: true }
  const full = { capacity: 1, confirmed: 4, isTaken: false }
  const fits = [rowOf(1, free), rowOf(1, free), rowOf(2), rowOf(3, full, 'registered')]
  expect(findOverCapacity(fits)).toEqual([])
  expect(findOverCapacity([...fits, rowOf(1, free, 'duplicate')])).toEqual([])
  expect(findOverCapacity([...fits, rowOf(1, free)])).toEqual([
    { id: 1, title: 'Event 1', capacity: 3, confirmed: 4 },
  ])
})
