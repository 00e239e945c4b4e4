import { expect, test } from 'vitest'
import { describeReminders } from './form-notices.ts'

const event = {
  status: 'upcoming' as const,
  eventDate: '2026-12-03',
  eventTime: '2026-12-03T16:00:00Z',
  eventEndTime: null,
  dateConfirmed: true,
}

test.for([
  ['2026-12-01T16:00:00Z', 'Reminders follow a day and an hour before the event.'],
  ['2026-12-02T16:00:01Z', 'A reminder follows an hour before the event.'],
  ['2026-12-03T14:00:00Z', 'A reminder follows an hour before the event.'],
  ['2026-12-03T15:00:00Z', undefined],
  ['2026-12-03T16:30:00Z', undefined],
] as const)('who registers at %s is promised the reminders that are still to come', (promise) => {
  const [now, text] = promise
  expect(describeReminders(event, new Date(now))).toBe(text)
})

test('without a confirmed date reminders are promised for afterwards', () => {
  const unconfirmed = { ...event, dateConfirmed: false }
  expect(describeReminders(unconfirmed, new Date('2026-12-01T16:00:00Z'))).toBe(
    'Reminders follow once the date is confirmed.',
  )
})

test.for([[null], ['18:00 - 19:00 CAT']] as const)(
  'nothing is promised for an event whose time is %s',
  ([eventTime]) => {
    const now = new Date('2026-12-01T16:00:00Z')
    expect(describeReminders({ ...event, eventTime }, now)).toBeUndefined()
  },
)
