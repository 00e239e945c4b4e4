import { expect, test } from 'vitest'
import { readTimes, resolveTimes, type TimesDraft } from './event-times.ts'

const zone = 'Africa/Johannesburg'
const draft: TimesDraft = {
  eventDate: '2026-12-10',
  timeKind: 'clock',
  start: '18:00',
  end: '19:00',
  eventTime: '',
  eventEndTime: '',
}

test('clock times of the display zone become instants, and are read back as they were entered', () => {
  const resolved = resolveTimes(draft, zone)
  expect(resolved).toEqual({
    eventDate: '2026-12-10',
    eventTime: '2026-12-10T16:00:00.000Z',
    eventEndTime: '2026-12-10T17:00:00.000Z',
    endsNextDay: false,
    mistakes: {},
  })
  expect(readTimes(resolved, zone)).toEqual(draft)
})

test('an end shortly after midnight is of the next day, an end before the start is a mistake', () => {
  const night = resolveTimes({ ...draft, start: '22:30', end: '00:15' }, zone)
  expect(night).toMatchObject({ eventEndTime: '2026-12-10T22:15:00.000Z', endsNextDay: true })
  expect(readTimes(night, zone)).toMatchObject({ start: '22:30', end: '00:15' })
  const wrong = resolveTimes({ ...draft, end: '17:00' }, zone)
  expect(wrong.mistakes).toEqual({ end: 'The end must be after the start' })
  expect(resolveTimes({ ...draft, end: '18:00' }, zone).mistakes).toHaveProperty('end')
})

test('an hour that the zone skips or repeats is still one instant', () => {
  const spring = { ...draft, eventDate: '2026-03-29', start: '03:30', end: '04:30' }
  expect(resolveTimes(spring, 'Europe/Berlin').eventTime).toBe('2026-03-29T01:30:00.000Z')
  const autumn = { ...draft, eventDate: '2026-10-25', start: '01:30', end: '03:30' }
  const resolved = resolveTimes(autumn, 'Europe/Berlin')
  expect(Date.parse(resolved.eventEndTime) - Date.parse(resolved.eventTime)).toBe(3 * 3_600_000)
})

test('times that are not two clock times stay as stored', () => {
  const texts = { eventDate: '2026-12-10', eventTime: '18:00 - 19:00 CAT', eventEndTime: null }
  const read = readTimes(texts, zone)
  expect(read.timeKind).toBe('text')
  const { eventDate, eventTime, eventEndTime } = resolveTimes(read, zone)
  expect({ eventDate, eventTime, eventEndTime: eventEndTime || null }).toEqual(texts)
})

test('a start without its date, as calls may store it, is a date and a clock time', () => {
  const clock = { timeKind: 'clock', eventDate: '2026-12-10', start: '18:00', end: '' }
  for (const eventDate of [null, '2026-12-09']) {
    const times = { eventDate, eventTime: '2026-12-10T16:00:00Z', eventEndTime: null }
    expect(readTimes(times, zone)).toMatchObject(clock)
  }
})

test('an end days later and a start with seconds are text in the display zone', () => {
  const start = '2026-12-10T16:00:00.000Z'
  const days = { eventDate: null, eventTime: start, eventEndTime: '2026-12-12T16:00:00.000Z' }
  expect(readTimes(days, zone)).toMatchObject({
    timeKind: 'text',
    eventTime: '2026-12-10 18:00',
    eventEndTime: '2026-12-12 18:00',
  })
  expect(resolveTimes(readTimes(days, zone), zone)).toMatchObject(days)
  const second = { eventDate: null, eventTime: '2026-12-10T16:00:30.000Z', eventEndTime: null }
  expect(readTimes(second, zone)).toMatchObject({ eventTime: '2026-12-10 18:00:30' })
  expect(resolveTimes(readTimes(second, zone), zone)).toMatchObject({ eventTime: second.eventTime })
})

test('an instant in the hour that the clock repeats stays as stored', () => {
  const berlin = 'Europe/Berlin'
  const times = {
    eventDate: null,
    eventTime: '2026-10-25T00:30:00.000Z',
    eventEndTime: '2026-10-25T01:30:00.000Z',
  }
  expect(resolveTimes(readTimes(times, berlin), berlin)).toMatchObject({
    eventTime: times.eventTime,
    eventEndTime: times.eventEndTime,
  })
})

test('a time needs its date and an end its start; a date alone is enough', () => {
  expect(resolveTimes({ ...draft, eventDate: '' }, zone).mistakes).toHaveProperty('eventDate')
  expect(resolveTimes({ ...draft, start: '' }, zone).mistakes).toHaveProperty('start')
  const dateOnly = resolveTimes({ ...draft, start: '', end: '' }, zone)
  expect(dateOnly).toMatchObject({ eventDate: '2026-12-10', eventTime: '', mistakes: {} })
})
