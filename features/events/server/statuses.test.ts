import { expect, test } from 'vitest'
import { changeEvent, listUpcomingEvents } from '#features/events/contract.ts'
import { events } from '#schema/events.ts'
import { buildEvent } from '#tests/support/builders.ts'
import { testApp } from '#tests/support/test-app.ts'
import { sweepStatuses } from './statuses.ts'

test('an event is written down as completed a day after its end, and its last edit stays', async () => {
  const { db, app, clock } = await testApp()
  const event = await buildEvent(db)
  clock.set('2026-12-11T16:59:59Z')
  expect(await sweepStatuses(db, app.deps.time())).toBe(0)
  clock.set('2026-12-11T17:00:00Z')
  expect(await sweepStatuses(db, app.deps.time())).toBe(1)
  expect(await sweepStatuses(db, app.deps.time())).toBe(0)
  const [row] = await db.select().from(events)
  expect(row).toMatchObject({ status: 'completed', updatedAt: event.updatedAt })
})

test('an event whose time no clock can tell is left to a person, and a date put off opens it again', async () => {
  const { app, asAdmin, call, clock, db } = await testApp()
  await buildEvent(db, { eventTime: 'in the evening', eventEndTime: null })
  clock.set('2027-01-10T08:00:00Z')
  expect(await sweepStatuses(db, app.deps.time())).toBe(0)
  const dated = await buildEvent(db, {
    eventTime: '2027-01-09T16:00:00Z',
    eventEndTime: '2027-01-09T17:00:00Z',
  })
  expect((await call(listUpcomingEvents)).body).toEqual([])
  await sweepStatuses(db, app.deps.time())
  const admin = await asAdmin()
  const put = await admin.call(changeEvent, {
    params: { id: dated.id },
    body: { eventTime: '2027-01-20T16:00:00Z', eventEndTime: '2027-01-20T17:00:00Z' },
  })
  expect(put.status).toBe(200)
  expect((await call(listUpcomingEvents)).body.map(({ id }) => id)).toEqual([dated.id])
})
