import { expect, test } from 'vitest'
import { formatEventTime } from './event-time.ts'
import { settleTimes } from './local-times.ts'

const display = { zone: 'Africa/Johannesburg', suffix: 'CAT' }

function shown(eventDate: string | null, eventTime: string | null, eventEndTime: string | null) {
  const times = settleTimes({ eventDate, eventTime, eventEndTime }, display.zone)
  return [times.eventTime, formatEventTime({ ...times, status: 'upcoming' }, display)]
}

test.each([
  ['bare beside a date', '18:00', '19:00', '18:00-19:00 CAT'],
  ['with a date and no offset', '2026-12-10T18:00', '2026-12-10 19:00:00', '18:00-19:00 CAT'],
  ['with an offset, its end bare', '2026-12-10T16:00:00.000Z', '19:00', '18:00-19:00 CAT'],
  ['bare, its end on the next day', '18:00', '1:30', '18:00-01:30 CAT'],
  ['bare, without an end', '18:00', null, '18:00 CAT'],
  ['bare, its end long before it', '18:00', '09:00', '18:00 CAT'],
])('times that are %s are instants in the display zone', (_name, start, end, line) => {
  expect(shown('2026-12-10', start, end)).toEqual(['2026-12-10T16:00:00.000Z', line])
})

test.each([
  ['18:00', null],
  ['18:00 - 19:00 CAT', '2026-12-10'],
  ['25:00', '2026-12-10'],
  ['2026-02-30T18:00', '2026-12-10'],
  ['In the evening', '2026-12-10'],
])('%s is no time beside the date %s and stays as it is', (text, date) => {
  expect(shown(date, text, '19:00')[0]).toBe(text)
})

test('on the night of a clock change the zone decides', () => {
  const times = { eventDate: '2026-03-29', eventTime: '03:30', eventEndTime: '04:30' }
  expect(settleTimes(times, 'Europe/Berlin')).toMatchObject({
    eventTime: '2026-03-29T01:30:00.000Z',
    eventEndTime: '2026-03-29T02:30:00.000Z',
  })
})
