import { expect, test } from 'vitest'
import { checkEvents } from '#features/events/contract.ts'
import { previewStatusChanges } from '#features/event-mails/contract.ts'
import { events } from '#schema/events.ts'
import { zoomWebinarMappings } from '#schema/webinars.ts'
import { buildEvent, buildPerson, buildRegistration } from '#tests/support/builders.ts'
import { testApp } from '#tests/support/test-app.ts'

const zoom = {
  accountId: 'account',
  clientId: 'client',
  clientSecret: 'hush',
  webhookSecret: 'tell',
  apiUrl: 'http://127.0.0.1:9/v2',
  oauthUrl: 'http://127.0.0.1:9/oauth/token',
}

async function checking({ isConfigured = true } = {}) {
  const app = await testApp({ config: { zoom: isConfigured ? zoom : undefined } })
  const admin = await app.asAdmin()
  async function codesOf(event: { id: number }) {
    const { body } = await admin.call(checkEvents)
    return body.find(({ eventId }) => eventId === event.id)?.checks.map(({ code }) => code)
  }
  async function sound(fields: Parameters<typeof buildEvent>[1] = {}) {
    const event = await buildEvent(app.db, fields)
    await app.db.insert(zoomWebinarMappings).values({ eventId: event.id, webinarId: '9' })
    return event
  }
  return { ...app, admin, codesOf, sound }
}

test("a complete event has only the note about Zoom's confirmation email", async () => {
  const { codesOf, sound, admin } = await checking()
  expect(await codesOf(await sound())).toEqual(['webinar_mail'])
  const [row] = (await admin.call(checkEvents)).body
  expect(row?.checks[0]).toEqual({
    code: 'webinar_mail',
    severity: 'note',
    message: expect.stringContaining('confirmation email'),
    field: 'webinarId',
  })
})

test('a webinar without a Zoom connection is reported, with or without a meeting link', async () => {
  const { sound, admin, db } = await checking({ isConfigured: false })
  const withRoom = await sound({ roomUrl: 'https://rooms.example/evening' })
  const without = await sound()
  const past = { eventTime: '2026-11-20T16:00:00Z', eventEndTime: '2026-11-20T17:00:00Z' }
  const over = await sound({ status: 'completed', ...past })
  await buildEvent(db, { title: 'In a room', roomUrl: 'https://rooms.example/other' })
  const { body } = await admin.call(checkEvents)
  const found = body.flatMap(({ eventId, checks }) =>
    checks.filter(({ field }) => field === 'webinarId').map((check) => ({ eventId, ...check })),
  )
  const line = { code: 'zoom_not_set_up', severity: 'warning', field: 'webinarId' }
  expect(found).toEqual([
    { ...line, eventId: withRoom.id, message: expect.stringContaining('open the meeting link') },
    { ...line, eventId: without.id, message: expect.stringContaining('will not work') },
  ])
  expect(found.map(({ eventId }) => eventId)).not.toContain(over.id)
})

test('each problem is reported with its field', async () => {
  const { codesOf, sound, db } = await checking()
  const first = await sound({ title: 'Harbour Lights', priority: 0 })
  await sound({ priority: 1 })
  const hidden = await sound({ priority: 2, title: 'harbour  lights!' })
  const wrong = await buildEvent(db, {
    priority: -1,
    eventTime: '2026-12-10T16:00:00Z',
    eventEndTime: '2026-12-10T15:00:00Z',
    dateConfirmed: false,
    bannerImage: '',
    featureImage: '/images/not/there.webp',
    recordingReady: true,
    videoUrl: 'https://evil-youtube.com/watch?v=aqz-KE-bpKQ',
  })
  expect(await codesOf(first)).toEqual(['webinar_mail'])
  expect(await codesOf(hidden)).toEqual(['hidden_by_priority', 'same_anchor', 'webinar_mail'])
  expect(await codesOf(wrong)).toEqual([
    'end_before_start',
    'unrecognised_recording',
    'missing_banner',
    'picture_missing',
    'date_not_confirmed',
    'no_room',
  ])
})

test('an upcoming event with a past date and without a clock time is reported', async () => {
  const { codesOf, db } = await checking()
  const past = { eventDate: '2026-11-20', eventEndTime: null }
  const event = await buildEvent(db, { ...past, eventTime: 'in the evening' })
  expect(await codesOf(event)).toEqual(['past_but_upcoming'])
  const today = await buildEvent(db, { ...past, eventDate: '2026-12-01', eventTime: 'tonight' })
  expect(await codesOf(today)).toEqual(['no_time', 'no_room'])
  const cancelled = await buildEvent(db, { ...past, cancelledAt: new Date() })
  expect(await codesOf(cancelled)).toBeUndefined()
})

test('an event completed before its end is reported', async () => {
  const { codesOf, db } = await checking()
  const ahead = await buildEvent(db, { status: 'completed' })
  expect(await codesOf(ahead)).toEqual(['completed_but_ahead'])
  const past = { eventTime: '2026-11-20T16:00:00Z', eventEndTime: '2026-11-20T17:00:00Z' }
  const over = await buildEvent(db, { title: 'Over', status: 'completed', ...past })
  expect(await codesOf(over)).toEqual([])
})

test('previews of status changes contain numbers and change nothing', async () => {
  const { admin, db } = await checking()
  const event = await buildEvent(db, { status: 'pre_registration' })
  for (const registrationType of ['confirmed', 'pre_registration', 'pre_registration'] as const) {
    const { id: userId } = await buildPerson(db)
    await buildRegistration(db, { userId, eventId: event.id, registrationType })
  }
  const preview = () => admin.call(previewStatusChanges, { params: { id: event.id }, body: {} })
  const { body } = await preview()
  expect(body).toMatchObject({ confirmed: 1, preRegistered: 2 })
  expect(body.moves.map(({ move, isNext }) => [move, isNext])).toEqual([
    ['upcoming', true],
    ['completed', false],
    ['cancel', false],
  ])
  expect(body.moves[0]?.consequences.join(' ')).toContain(
    '2 pre-registered people get an email with the date',
  )
  await db.update(events).set({ dateConfirmed: false, cancelledAt: new Date() })
  const cancelled = (await preview()).body.moves
  expect(cancelled.map(({ move }) => move)).toEqual(['restore', 'delete'])
  expect(cancelled[1]?.consequences[0]).toBe(
    '3 registrations are deleted with the event. The people are kept.',
  )
  const unknown = await admin.call(previewStatusChanges, { params: { id: 999 }, body: {} })
  expect(unknown.status).toBe(404)
})
