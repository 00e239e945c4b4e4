import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { buildEvent, editEvent } from '#tests/support/builders.ts'
import { testApp } from '#tests/support/test-app.ts'

/** Parses the feed with an independent library and returns its entries by UID. */
async function readFeed(send: Awaited<ReturnType<typeof testApp>>['send']) {
  const response = await send({ method: 'GET', url: '/calendar.ics' })
  expect(response.headers['content-type']).toContain('text/calendar')
  const calendar = new ICAL.Component(ICAL.parse(response.body) as unknown[])
  expect(calendar.getFirstPropertyValue('method')).toBeNull()
  const entries = calendar.getAllSubcomponents('vevent').map((part) => {
    const entry = new ICAL.Event(part)
    return {
      uid: entry.uid,
      summary: entry.summary,
      start: entry.startDate.toJSDate().toISOString(),
      sequence: entry.sequence,
      status: part.getFirstPropertyValue('status'),
    }
  })
  return new Map(entries.map(({ uid, ...entry }) => [uid, entry]))
}

test('the feed of the series is accepted by another parser, and a moved event changes its SEQUENCE only', async () => {
  const { app, db, send } = await testApp()
  const event = await buildEvent(db, { title: 'Salt, roads; and \\ borders: 塩の道' })
  const [[uid = '', before] = []] = await readFeed(send)
  expect(uid).toBe(event.calendarUid)
  expect(before).toEqual({
    summary: 'Salt, roads; and \\ borders: 塩の道 | House Lights',
    start: '2026-12-10T16:00:00.000Z',
    sequence: 0,
    status: 'CONFIRMED',
  })
  const eventTime = '2026-12-10T17:00:00.000Z'
  await editEvent(db, event.id, { eventTime })
  app.deps.cache.clear()
  expect((await readFeed(send)).get(uid)).toEqual({ ...before, start: eventTime, sequence: 1 })
})

test('a cancelled event stays in the feed as cancelled, and what is only planned is not in it', async () => {
  const { db, send } = await testApp()
  const cancelled = await buildEvent(db)
  await editEvent(db, cancelled.id, { cancelledAt: new Date() })
  await buildEvent(db, { status: 'pre_registration' })
  const feed = await readFeed(send)
  expect([...feed.values()]).toMatchObject([{ status: 'CANCELLED', sequence: 1 }])
})
