import { expect, test } from 'vitest'
import { changeEvent, copyEvent, createEvent } from '#features/events/contract.ts'
import { listAuditLog } from '#features/administrators/contract.ts'
import {
  buildEvent,
  buildPerson,
  buildRecording,
  buildRegistration,
} from '#tests/support/builders.ts'
import { testApp } from '#tests/support/test-app.ts'

async function copyStage(now = '2026-12-01T08:00:00Z') {
  const app = await testApp()
  app.clock.set(now)
  const admin = await app.asAdmin()
  const copy = async (id: number) => (await admin.call(copyEvent, { params: { id } })).body
  return { ...app, admin, copy }
}

test('a copy is the next one of a monthly series: a draft without anything that happened in it', async () => {
  const { admin, copy, db, call } = await copyStage()
  const event = await buildRecording(db, {
    title: 'Salt',
    eventDate: '2026-11-12',
    eventTime: '2026-11-12T16:00:00.000Z',
    eventEndTime: '2026-11-12T17:00:00.000Z',
    featureImage: 'https://img.youtube.com/vi/aqz-KE-bpKQ/maxresdefault.jpg',
    roomUrl: 'https://meet.example/salt',
    cancelledAt: new Date(),
    isSample: true,
    priority: 3,
  })
  const { id: userId } = await buildPerson(db)
  await buildRegistration(db, { userId, eventId: event.id })
  await admin.call(changeEvent, { params: { id: event.id }, body: { webinarId: '812 3456 7890' } })
  const made = await copy(event.id)
  expect(made).toMatchObject({
    slug: 'salt-2',
    title: 'Salt',
    speakerName: event.speakerName,
    description: event.description,
    bannerImage: event.bannerImage,
    featureImage: event.bannerImage,
    priority: 3,
    // The second Thursday of the month, at the same time.
    eventDate: '2026-12-10',
    eventTime: '2026-12-10T16:00:00.000Z',
    eventEndTime: '2026-12-10T17:00:00.000Z',
    status: 'upcoming',
    dateConfirmed: false,
    publishAt: 'draft',
    videoUrl: null,
    recordingReady: false,
    roomUrl: null,
    webinarId: null,
    cancelledAt: null,
    isSample: false,
  })
  expect((await call(createEvent, { body: {} })).status).toBe(401)
  const { body } = await admin.call(listAuditLog)
  expect(body.entries[0]).toMatchObject({
    action: 'event_created',
    details: { eventId: made.id, copyOf: event.id },
  })
  expect((await admin.call(copyEvent, { params: { id: 999 } })).status).toBe(404)
})

test('its day is the same weekday of the month, and of an event long past the next one to come', async () => {
  const { copy, db } = await copyStage('2027-01-20T08:00:00Z')
  const days = {
    // The fifth Thursday becomes the last one, which may be the fourth.
    '2027-04-29': '2027-05-27',
    '2027-12-30': '2028-01-27',
    '2027-02-01': '2027-03-01',
    // A date twelve months later is past as well.
    '2025-12-10': '2027-02-10',
  }
  for (const [eventDate, next] of Object.entries(days)) {
    const words = { eventTime: 'in the afternoon', eventEndTime: null }
    const event = await buildEvent(db, { eventDate, ...words })
    expect(await copy(event.id)).toMatchObject({ eventDate: next, ...words, status: 'upcoming' })
  }
  const none = { eventDate: null, eventTime: null, eventEndTime: null }
  const undated = await buildEvent(db, none)
  expect(await copy(undated.id)).toMatchObject({ ...none, status: 'pre_registration' })
})

test('an hour stays what the clock of the series shows, and a night past twelve stays one', async () => {
  const { copy, db } = await copyStage()
  const event = await buildEvent(db, {
    eventDate: '2026-12-10',
    eventTime: '2026-12-10T21:30:00Z',
    eventEndTime: '2026-12-10T22:45:00Z',
  })
  // The event lasts from 23:30 to 00:45 in Johannesburg.
  expect(await copy(event.id)).toMatchObject({
    eventDate: '2027-01-14',
    eventTime: '2027-01-14T21:30:00.000Z',
    eventEndTime: '2027-01-14T22:45:00.000Z',
  })
})
