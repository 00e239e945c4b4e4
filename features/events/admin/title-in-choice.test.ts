import { expect, test } from 'vitest'
import type { AdminEvent, PublicEvent } from '#kernel/event-shapes.ts'
import { titleInChoice } from './title-in-choice.ts'

test('an event that visitors do not see is marked where one of several is chosen', () => {
  const titleOf = (event: object) => titleInChoice({ title: 'Salt', ...event } as AdminEvent)
  expect(titleOf({ publishAt: null })).toBe('Salt')
  expect(titleOf({ publishAt: '2020-01-01T08:00:00Z' })).toBe('Salt')
  expect(titleOf({ publishAt: 'draft' })).toBe('Salt (draft)')
  expect(titleOf({ publishAt: '2098-01-01T08:00:00Z' })).toBe('Salt (draft)')
  expect(titleInChoice({ title: 'Salt' } as PublicEvent)).toBe('Salt')
})
