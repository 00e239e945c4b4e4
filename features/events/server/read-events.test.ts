import { expect, test } from 'vitest'
import {
  getCurrentEvent,
  listCompletedEvents,
  listEvents,
  listUpcomingEvents,
} from '#features/events/contract.ts'
import { registerForEvents } from '#features/registrations/contract.ts'
import { users } from '#schema/people.ts'
import { eventRegistrations } from '#schema/registrations.ts'
import { buildEvent, buildRecording, registrationBody } from '#tests/support/builders.ts'
import { testApp } from '#tests/support/test-app.ts'

test('upcoming events come by priority, then start, then id', async () => {
  const { db, call } = await testApp()
  const late = await buildEvent(db, {
    priority: 1,
    eventTime: '2026-12-20T16:00:00Z',
    eventEndTime: null,
  })
  const early = await buildEvent(db, { priority: 1 })
  const twin = await buildEvent(db, { priority: 1 })
  const first = await buildEvent(db, {
    priority: 0,
    eventTime: null,
    eventDate: '2026-12-31',
    eventEndTime: null,
  })
  await buildEvent(db, { status: 'pre_registration' })
  const answer = await call(listUpcomingEvents)
  expect(answer.body.map((event) => event.id)).toEqual([first.id, early.id, twin.id, late.id])
  expect((await call(getCurrentEvent)).body?.id).toBe(first.id)
})

test('the current event is null with status 200 where there is none', async () => {
  const { call } = await testApp()
  const answer = await call(getCurrentEvent)
  expect(answer.status).toBe(200)
  expect(answer.text).toBe('null')
})

test('visitors see whether there is a recording, but neither its address nor its picture', async () => {
  const { db, call, asAdmin } = await testApp()
  const id = 'aqz-KE-bpKQ'
  await buildRecording(db, {
    featureImage: `https://i.ytimg.com/vi/${id}/maxresdefault.jpg`,
    bannerImage: `/images/stills/${id}.webp`,
  })
  for (const endpoint of [listEvents, listCompletedEvents]) {
    const answer = await call(endpoint)
    expect(answer.text).not.toContain(id)
    expect(answer.body).toEqual([
      expect.objectContaining({ hasRecording: true, featureImage: null, bannerImage: null }),
    ])
  }
  const admin = await asAdmin()
  expect((await admin.call(listEvents)).text).toContain(id)
})

test('a recording that is not ready is not announced', async () => {
  const { db, call } = await testApp()
  await buildRecording(db, { recordingReady: false })
  expect((await call(listCompletedEvents)).body[0]?.hasRecording).toBe(false)
})

test('a cancelled event is hidden from visitors and shown to administrators', async () => {
  const { db, call, asAdmin } = await testApp()
  await buildEvent(db, { cancelledAt: new Date('2026-11-30T00:00:00Z') })
  expect((await call(listEvents)).body).toEqual([])
  expect((await call(getCurrentEvent)).body).toBeNull()
  const admin = await asAdmin()
  expect((await admin.call(listEvents)).body).toHaveLength(1)
})

test('completed events come newest first and those without a date last', async () => {
  const { db, call } = await testApp()
  const undated = await buildEvent(db, {
    status: 'completed',
    eventDate: null,
    eventTime: null,
    eventEndTime: null,
  })
  const older = await buildRecording(db, { eventTime: '2026-01-01T16:00:00Z', eventEndTime: null })
  const newer = await buildRecording(db)
  const answer = await call(listCompletedEvents)
  expect(answer.body.map((event) => event.id)).toEqual([newer.id, older.id, undated.id])
})

test('an event that ends leaves the upcoming list and refuses registration with nothing written', async () => {
  const { db, call, clock } = await testApp()
  const event = await buildEvent(db)
  clock.set('2026-12-10T16:59:59.999Z')
  expect((await call(listUpcomingEvents)).body).toHaveLength(1)
  clock.set('2026-12-10T17:00:00.000Z')
  expect((await call(listUpcomingEvents)).body).toEqual([])
  expect((await call(getCurrentEvent)).body).toBeNull()
  expect((await call(listCompletedEvents)).body.map(({ id }) => id)).toEqual([event.id])
  const answer = await call(registerForEvents, { body: registrationBody({ eventIds: [event.id] }) })
  expect(answer.status).toBe(409)
  expect(await db.$count(users)).toBe(0)
  expect(await db.$count(eventRegistrations)).toBe(0)
})
