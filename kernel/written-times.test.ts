import { expect, test } from 'vitest'
import { formatEventTime } from './event-time.ts'
import { endsBeforeItStarts, settleTimes } from './written-times.ts'

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

test.each([
  ['6:30 PM', '8 PM', '16:30', '18:00'],
  ['6 p.m.', '7:30pm', '16:00', '17:30'],
  ['18:00', '7:15 PM', '16:00', '17:15'],
  ['2026-12-10T16:00:00Z', '7:15 PM', '16:00', '17:15'],
  ['18:00-19:00', null, '16:00', '17:00'],
  ['18:00 – 19:00', ' ', '16:00', '17:00'],
  ['2026-12-10 18:00 to 19:00', null, '16:00', '17:00'],
  ['18:00-19:00', '19:30', '16:00', '17:30'],
  ['6:30 - 8 PM', null, '16:30', '18:00'],
  ['11 - 1 PM', null, '09:00', '11:00'],
  ['9 - 10:30 AM', null, '07:00', '08:30'],
  ['12 PM - 1 PM', null, '10:00', '11:00'],
  ['23:00-00:30', null, '21:00', '22:30'],
  ['11 PM - 12:30 AM', null, '21:00', '22:30'],
])('%s with the end %s is from %s to %s UTC', (eventTime, eventEndTime, start, end) => {
  const times = { eventDate: '2026-12-10', eventTime, eventEndTime }
  const settled = settleTimes(times, display.zone)
  expect(settled).toMatchObject({
    eventTime: expect.stringMatching(`^2026-12-10T${start}`),
    eventEndTime: expect.stringMatching(`^2026-12-10T${end}`),
  })
  expect(settleTimes(settled, display.zone)).toBe(settled)
})

test.each([
  ['6 PM for a start', null],
  ['18 - 19', null],
  ['13:00 PM', null],
  ['18:00 - late', null],
  ['18:00-09:00', null],
  ['18:00 CAT', '19:00'],
])('%s stays as it is', (eventTime, eventEndTime) => {
  const times = { eventDate: '2026-12-10', eventTime, eventEndTime }
  expect(settleTimes(times, display.zone)).toBe(times)
})

test.each([
  ['Europe/Berlin', '2026-03-29', '02:30', '03:15', '01:30', '02:15'],
  ['Europe/Berlin', '2026-03-29', '02:30', '03:30', '01:30', '02:30'],
  ['Europe/Berlin', '2026-03-29', '02:30', '05:00', '01:30', '03:00'],
  ['Europe/Berlin', '2026-03-29', '01:30', '02:30', '00:30', '01:30'],
  ['America/New_York', '2026-03-08', '02:30', '03:30', '07:30', '08:30'],
  ['America/New_York', '2026-03-08', '01:45', '02:30', '06:45', '07:30'],
  ['America/New_York', '2026-11-01', '00:30', '01:30', '04:30', '05:30'],
])(
  'in %s on %s, from %s to %s by a clock that is set, is from %s to %s UTC',
  (zone, eventDate, eventTime, eventEndTime, start, end) => {
    const settled = settleTimes({ eventDate, eventTime, eventEndTime }, zone)
    expect(settled).toMatchObject({
      eventTime: `${eventDate}T${start}:00.000Z`,
      eventEndTime: `${eventDate}T${end}:00.000Z`,
    })
  },
)

test.each([
  ['2026-12-10T16:00:00Z', '2026-12-10T15:00:00Z', true],
  ['2026-12-10T16:00:00Z', '2026-12-10T16:00:00Z', true],
  ['2026-12-10T16:00:00Z', '2026-12-10T16:00:01Z', false],
  ['18:00', '09:00', true],
  ['18:00', '9 AM', true],
  ['18:00-09:00', null, true],
  ['23:00', '00:30', false],
  ['18:00', 'late', false],
  ['18:00', null, false],
  ['In the evening', '09:00', false],
])('that %s ends before it starts, with the end %s: %s', (eventTime, eventEndTime, isWrong) => {
  const times = { eventDate: '2026-12-10', eventTime, eventEndTime }
  expect(endsBeforeItStarts(settleTimes(times, display.zone))).toBe(isWrong)
})
