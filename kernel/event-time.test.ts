import { expect, test } from 'vitest'
import {
  effectiveStatus,
  eventEnd,
  formatEventDate,
  formatEventTime,
  instantInZone,
  isFinished,
  parseInstant,
  type EventTimes,
} from './event-time.ts'

const timeZone = 'Africa/Johannesburg'
const zone = { zone: timeZone, suffix: 'CAT' }

function event(fields: Partial<EventTimes> = {}): EventTimes {
  return { status: 'upcoming', eventDate: null, eventTime: null, eventEndTime: null, ...fields }
}

test('start and end are shown in 24-hour form with the suffix of the display zone', () => {
  const times = { eventTime: '2026-12-03T16:00:00Z', eventEndTime: '2026-12-03T17:00:00Z' }
  expect(formatEventTime(event(times), zone)).toBe('18:00-19:00 CAT')
})

test('a range over a change of the clock names both abbreviations', () => {
  const berlin = { zone: 'Europe/Berlin', suffix: '' }
  const night = { eventTime: '2026-10-24T23:30:00Z', eventEndTime: '2026-10-25T02:30:00Z' }
  expect(formatEventTime(event(night), berlin)).toBe('01:30 CEST – 03:30 CET')
  const usual = { eventTime: '2026-10-24T17:00:00Z', eventEndTime: '2026-10-24T18:00:00Z' }
  expect(formatEventTime(event(usual), berlin)).toBe('19:00-20:00 CEST')
})

test('a start without an end is shown alone', () => {
  expect(formatEventTime(event({ eventTime: '2026-12-03T18:00:00+02:00' }), zone)).toBe('18:00 CAT')
})

test('a raw text that already contains CAT is left alone', () => {
  expect(formatEventTime(event({ eventTime: '18:00 - 19:00 CAT' }), zone)).toBe('18:00 - 19:00 CAT')
})

test('text times are shown as written, and a missing time is not shown', () => {
  expect(formatEventTime(event({ eventTime: 'after sunset' }), zone)).toBe('after sunset')
  expect(formatEventTime(event(), zone)).toBeNull()
})

test('the date is that of the start in the display zone, not that of UTC', () => {
  expect(formatEventDate({ eventDate: null, eventTime: '2026-12-03T22:30:00Z' }, timeZone)).toBe(
    'Friday, 4 December 2026',
  )
})

test('without a readable time the calendar date is used, and without both there is none', () => {
  const text = { eventDate: '2026-12-03', eventTime: '18:00 CAT' }
  expect(formatEventDate(text, timeZone)).toBe('Thursday, 3 December 2026')
  expect(formatEventDate({ eventDate: null, eventTime: '18:00 CAT' }, timeZone)).toBeNull()
  // A date without a time is the same day in every zone.
  const newYear = { eventDate: '2026-12-31', eventTime: null }
  expect(formatEventDate(newYear, 'Pacific/Auckland')).toBe('Thursday, 31 December 2026')
  expect(formatEventDate({ eventDate: '2026-13-41', eventTime: null }, timeZone)).toBeNull()
})

test('an event ends at its end, else three hours after its start, else with its day', () => {
  const start = '2026-12-03T16:00:00Z'
  expect(
    eventEnd(event({ eventTime: start, eventEndTime: '2026-12-03T17:00:00Z' }), timeZone),
  ).toEqual(new Date('2026-12-03T17:00:00Z'))
  expect(eventEnd(event({ eventTime: start }), timeZone)).toEqual(new Date('2026-12-03T19:00:00Z'))
  expect(eventEnd(event({ eventDate: '2026-12-03', eventTime: '18:00 CAT' }), timeZone)).toEqual(
    new Date('2026-12-03T22:00:00Z'),
  )
  expect(eventEnd(event(), timeZone)).toBeUndefined()
})

test('an event counts as completed from the moment it ends and not before', () => {
  const talk = event({ eventTime: '2026-12-03T16:00:00Z', eventEndTime: '2026-12-03T17:00:00Z' })
  expect(effectiveStatus(talk, new Date('2026-12-03T16:59:59Z'), timeZone)).toBe('upcoming')
  expect(effectiveStatus(talk, new Date('2026-12-03T17:00:00Z'), timeZone)).toBe('completed')
})

test('a cancelled event is finished whatever its date', () => {
  expect(isFinished(event({ cancelledAt: new Date() }), new Date(), timeZone)).toBe(true)
  expect(isFinished(event(), new Date(), timeZone)).toBe(false)
})

test('the clock of a zone with summer time is read on both sides of the change', () => {
  expect(instantInZone('2026-03-29', '03:30', 'Europe/Berlin')).toEqual(
    new Date('2026-03-29T01:30:00Z'),
  )
  expect(instantInZone('2026-03-28', '18:00', 'Europe/Berlin')).toEqual(
    new Date('2026-03-28T17:00:00Z'),
  )
})

test('only texts with date, time and offset are instants', () => {
  expect(parseInstant('2026-12-03 16:00:00+00')).toEqual(new Date('2026-12-03T16:00:00Z'))
  for (const text of ['18:00', '2026-12-03', '2026-12-03T18:00', '2026-13-45T18:00Z', '', null]) {
    expect(parseInstant(text)).toBeUndefined()
  }
})
