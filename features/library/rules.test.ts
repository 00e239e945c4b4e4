import { expect, test } from 'vitest'
import { findInterviews } from './rules.ts'

const interview = {
  slug: 'an-interview',
  videoUrl: 'https://youtu.be/aqz-KE-bpKQ',
  eventDate: null,
}
const bakery = {
  ...interview,
  id: 3,
  title: 'Two exits and a bakery',
  speakerName: 'Zoë Marchetti',
  description: 'What enough looks like.',
}
const trucks = {
  ...interview,
  id: 2,
  title: '10 trucks',
  speakerName: 'Amara Dike',
  description: 'The last mile.',
}
const batteries = {
  ...interview,
  id: 1,
  title: '9 years of batteries',
  speakerName: 'Ishaan Vaidya',
  description: 'Patience, trucks and cold.',
}
const newestFirst = [bakery, trucks, batteries]

test('title, guest and description are searched', () => {
  expect(findInterviews(newestFirst, 'bakery', 'newest')).toEqual([bakery])
  expect(findInterviews(newestFirst, 'Vaidya', 'newest')).toEqual([batteries])
  expect(findInterviews(newestFirst, 'last mile', 'newest')).toEqual([trucks])
})

test('accents and letter case make no difference, in the query or in the text', () => {
  const street = { ...bakery, title: 'Die Straße, and why we don’t sell' }
  for (const query of ['strasse', 'STRAßE', "don't", 'don’t']) {
    expect(findInterviews([street, trucks], query, 'newest')).toEqual([street])
  }
  expect(findInterviews(newestFirst, 'ZOE', 'newest')).toEqual([bakery])
  expect(findInterviews(newestFirst, 'amará', 'newest')).toEqual([trucks])
})

test('every word must match, in any order and in any of the three fields', () => {
  expect(findInterviews(newestFirst, 'cold  ishaan', 'newest')).toEqual([batteries])
  expect(findInterviews(newestFirst, 'cold amara', 'newest')).toEqual([])
})

test('without a query all stay, newest first', () => {
  expect(findInterviews(newestFirst, '  ', 'newest')).toEqual(newestFirst)
})

test('sorted by title, numbers count as numbers', () => {
  expect(findInterviews(newestFirst, '', 'title')).toEqual([batteries, trucks, bakery])
})
