import { expect, test, vi } from 'vitest'
import { formatEventDate, formatEventTime, formatOffsetTime } from './event-time.ts'
import { zoneFormat } from './zone-formats.ts'

test('a format is made once for each zone, however often dates and times are written', () => {
  const made = vi.spyOn(Intl, 'DateTimeFormat')
  const event = {
    status: 'upcoming' as const,
    eventDate: '2026-12-03',
    eventTime: '2026-12-03T16:00:00Z',
    eventEndTime: '2026-12-03T17:00:00Z',
  }
  for (let times = 0; times < 50; times++) {
    formatEventDate(event, 'Pacific/Chatham')
    formatEventTime(event, { zone: 'Pacific/Chatham', suffix: 'CHAST' })
    formatOffsetTime(new Date('2026-12-03T16:00:00Z'), 'Pacific/Chatham')
  }
  expect(made).toHaveBeenCalledTimes(3)
  made.mockRestore()
})

test('a zone that does not exist is refused', () => {
  expect(() => zoneFormat('time', 'Mars/Olympus')).toThrow(RangeError)
})
