import { expect, test } from 'vitest'
import { buildEvent } from '#tests/support/builders.ts'
import { testApp } from '#tests/support/test-app.ts'

/** Returns the properties of an iCalendar text with folded lines joined. */
function properties(text: string) {
  const lines = text.replaceAll(/\r\n[ \t]/g, '').split('\r\n')
  return Object.fromEntries(
    lines.map((line) => [line.split(':')[0]!, line.slice(line.indexOf(':') + 1)]),
  )
}

test('an event with a start can be taken into a calendar with its hours in UTC', async () => {
  const { db, send } = await testApp()
  const event = await buildEvent(db, {
    title: 'Salt, roads; and borders',
    description:
      'First line\nsecond line, which is so long that a calendar file has to fold it somewhere',
  })
  const response = await send({ method: 'GET', url: `/calendar/event-${event.id}.ics` })
  expect(response.statusCode).toBe(200)
  expect(response.headers['content-type']).toContain('text/calendar')
  expect(properties(response.body)).toMatchObject({
    UID: event.calendarUid,
    DTSTART: '20261210T160000Z',
    DTEND: '20261210T170000Z',
    SUMMARY: expect.stringContaining('Salt\\, roads\\; and borders'),
    DESCRIPTION: expect.stringContaining('First line\\nsecond line\\, which'),
  })
  // The mail's entry has the same UID, and the person's own join link as its location.
  expect(response.body).not.toMatch(/^LOCATION/m)
  const { DESCRIPTION, 'URL;VALUE=URI': page } = properties(response.body)
  expect(page).toMatch(/^http:\/\/[^/]+\/events\/salt-roads-and-borders$/)
  expect(DESCRIPTION!.endsWith(`\\n\\n${page}`)).toBe(true)
  expect(
    Math.max(...response.body.split('\r\n').map((line) => Buffer.byteLength(line))),
  ).toBeLessThan(76)
})

test('a calendar file ends with a line break and holds no control characters', async () => {
  const { db, send } = await testApp()
  const event = await buildEvent(db, {
    title: 'Bell\x07 and \x1bescape\x7f',
    speakerName: 'Tab\tkept',
    description: 'One\r\ntwo\rthree\x01',
  })
  for (const url of [`/calendar/event-${event.id}.ics`, '/calendar.ics']) {
    const { body } = await send({ method: 'GET', url })
    expect(body.endsWith('END:VCALENDAR\r\n')).toBe(true)
    // oxlint-disable-next-line no-control-regex
    expect(body.replaceAll('\r\n', '')).not.toMatch(/[\0-\x08\n-\x1f\x7f]/)
    expect(properties(body)).toMatchObject({
      SUMMARY: expect.stringContaining('Bell and escape |'),
      DESCRIPTION: expect.stringContaining('One\\ntwo\\nthree'),
    })
  }
})

test('an event of which only the date is known takes the whole day', async () => {
  const { db, send } = await testApp()
  const event = await buildEvent(db, { eventTime: '18:00 CAT', eventEndTime: null })
  const { body } = await send({ method: 'GET', url: `/calendar/event-${event.id}.ics` })
  expect(properties(body)).toMatchObject({ 'DTSTART;VALUE=DATE': '20261210' })
})

test('a time as text appears in the calendar description', async () => {
  const { db, send } = await testApp()
  const described = async (eventTime: string | null, eventEndTime: string | null) => {
    const event = await buildEvent(db, { eventTime, eventEndTime, description: 'An hour.' })
    const { body } = await send({ method: 'GET', url: `/calendar/event-${event.id}.ics` })
    return properties(body)['DESCRIPTION']!.split('\\n\\n').slice(1, -1)
  }
  expect(await described('After the harvest', null)).toEqual(['After the harvest', 'An hour.'])
  expect(await described('18:00 CAT', 'about 20:00 CAT')).toEqual([
    '18:00 CAT - about 20:00 CAT',
    'An hour.',
  ])
  const start = '2026-12-10T16:00:00.000Z'
  expect(await described(start, 'Late')).toEqual(['Until: Late', 'An hour.'])
  expect(await described(start, '2026-12-10T17:00:00.000Z')).toEqual(['An hour.'])
  expect(await described(null, null)).toEqual(['An hour.'])
})

test('an event that is cancelled, has no date or does not exist has no calendar entry', async () => {
  const { db, send } = await testApp()
  const cancelled = await buildEvent(db, { cancelledAt: new Date() })
  const dateless = await buildEvent(db, { eventDate: null, eventTime: null, eventEndTime: null })
  for (const id of [cancelled.id, dateless.id, 99_999]) {
    expect((await send({ method: 'GET', url: `/calendar/event-${id}.ics` })).statusCode).toBe(404)
  }
})
