import { expect, test } from 'vitest'
import { eventPath, eventTimePath, freeSlug, interviewAnchor, slugify } from './slug.ts'

test('a title becomes a lower-case slug without accents and punctuation', () => {
  expect(slugify('Building Café Négoce: "Year One"!')).toBe('building-cafe-negoce-year-one')
})

test('a title that another uses gets -2, and that of a third the next number', () => {
  expect(freeSlug({ id: 7, title: 'On Pricing' }, new Set(['on-pricing']))).toBe('on-pricing-2')
  const taken = new Set(['on-pricing', 'on-pricing-2'])
  expect(freeSlug({ id: 9, title: 'On pricing' }, taken)).toBe('on-pricing-3')
})

test('a title without letters or digits uses the id', () => {
  expect(freeSlug({ id: 12, title: '!!!' }, new Set())).toBe('12')
})

test('letters of other scripts stay, composed as people type them', () => {
  expect(slugify('創業者の夜')).toBe('創業者の夜')
  expect(slugify('창업자의 밤')).toBe('창업자의-밤')
  expect(eventPath('夜')).toBe('/events/%E5%A4%9C')
  expect(eventTimePath('夜')).toBe('/events/%E5%A4%9C/time')
})

test('the anchor of an interview holds the slug of its page', () => {
  expect(interviewAnchor({ slug: 'on-pricing-2' })).toBe('interview-on-pricing-2')
})
