// @module-tag postgres
import { expect, test } from 'vitest'
import {
  changeEvent,
  getEventPage,
  listEvents,
  listUpcomingEvents,
} from '#features/events/contract.ts'
import { events } from '#schema/events.ts'
import { zoomWebinarMappings } from '#schema/webinars.ts'
import { buildEvent } from '#tests/support/builders.ts'
import { liveStage, webinarId } from '#tests/support/live-stage.ts'

test('by the clock alone every cached response says that an event is live from its start to its end', async () => {
  const { at, isLive, send, call } = await liveStage()
  for (const [time, expected] of [
    ['15:59:59', false],
    ['16:00:00', true],
    ['16:59:59', true],
    ['17:00:00', false],
  ] as const) {
    at(time)
    expect([time, await isLive()]).toEqual([time, expected])
    expect((await send({ url: '/' })).body.includes('Live now')).toBe(expected)
  }
  at('16:30:00')
  expect((await call(listUpcomingEvents)).body).toMatchObject([{ isLive: true }])
})

test('a start counts from 60 minutes before, and its end closes only after the planned one', async () => {
  const { at, sendWebhook, isLive, db, event } = await liveStage()
  at('14:59:59')
  await sendWebhook('webinar.started')
  expect(await isLive()).toBe(false)
  at('15:00:00')
  await sendWebhook('webinar.started')
  expect(await isLive()).toBe(true)
  at('15:20:00')
  await sendWebhook('webinar.ended')
  expect(await isLive()).toBe(true)
  at('16:05:00')
  await sendWebhook('meeting.started')
  at('17:40:00')
  expect(await isLive()).toBe(true)
  await sendWebhook('meeting.ended')
  expect(await isLive()).toBe(false)
  expect(await db.select({ updatedAt: events.updatedAt }).from(events)).toEqual([
    { updatedAt: event.updatedAt },
  ])
})

test('calls that come late or in the wrong order change nothing, and nothing is live for more than 3 hours after', async () => {
  const { at, sendWebhook, isLive } = await liveStage()
  at('17:10:00')
  await sendWebhook('webinar.ended', '17:09:00')
  await sendWebhook('webinar.started', '15:58:00')
  expect(await isLive()).toBe(false)
  await sendWebhook('webinar.started', '17:09:30')
  expect(await isLive()).toBe(true)
  at('19:59:59')
  expect(await isLive()).toBe(true)
  at('20:00:00')
  expect(await isLive()).toBe(false)
})

test('closed and cancelled events are not live, also in the admin area', async () => {
  const { at, sendWebhook, isLive, asAdmin, event } = await liveStage()
  at('16:30:00')
  await sendWebhook('webinar.started')
  const admin = await asAdmin()
  expect((await admin.call(listEvents)).body).toMatchObject([{ isLive: true }])
  const change = (body: object) =>
    admin.call(changeEvent, { params: { id: event.id }, body: body as never })
  expect((await change({ status: 'completed' })).body).toMatchObject({ isLive: false })
  expect(await isLive()).toBe(false)
  expect((await change({ status: 'upcoming' })).body).toMatchObject({ isLive: true })
  expect((await change({ cancelled: true })).body).toMatchObject({ isLive: false })
})

test('a meeting that serves several events opens the one that is nearest', async () => {
  const { at, sendWebhook, isLive, db, call } = await liveStage()
  const times = { eventTime: '2026-12-10T18:30:00Z', eventEndTime: '2026-12-10T19:30:00Z' }
  const second = await buildEvent(db, times)
  await db.insert(zoomWebinarMappings).values({ eventId: second.id, webinarId })
  at('18:20:00')
  await sendWebhook('webinar.started')
  expect(await isLive()).toBe(false)
  const { body } = await call(getEventPage, { params: { slug: second.slug } })
  expect(body.isLive).toBe(true)
})
