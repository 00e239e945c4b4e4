import { expect, test } from 'vitest'
import { interviewAnchors } from './slug.ts'

test('a title becomes a lower-case anchor without accents and punctuation', () => {
  expect(interviewAnchors([{ id: 1, title: 'Building Café Négoce: "Year One"!' }]).get(1)).toBe(
    'interview-building-cafe-negoce-year-one',
  )
})

test('a title used twice gets -2 and the older event keeps the plain anchor', () => {
  const anchors = interviewAnchors([
    { id: 7, title: 'On Pricing' },
    { id: 3, title: 'On pricing' },
    { id: 9, title: 'On Pricing 2' },
  ])
  expect([anchors.get(3), anchors.get(7), anchors.get(9)]).toEqual([
    'interview-on-pricing',
    'interview-on-pricing-2',
    'interview-on-pricing-2-2',
  ])
})

test('a title without letters or digits uses the id', () => {
  expect(interviewAnchors([{ id: 12, title: '!!!' }]).get(12)).toBe('interview-12')
})

test('letters of other scripts stay in the anchor', () => {
  expect(interviewAnchors([{ id: 1, title: '創業者の夜' }]).get(1)).toBe('interview-創業者の夜')
})
