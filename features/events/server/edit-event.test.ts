import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  changeEvent,
  createEvent,
  deleteEvent,
  listEvents,
  listUpcomingEvents,
} from '#features/events/contract.ts'
import { events } from '#schema/events.ts'
import { auditLog } from '#schema/platform.ts'
import { zoomWebinarMappings } from '#schema/webinars.ts'
import { buildEvent, editEvent } from '#tests/support/builders.ts'
import { testApp } from '#tests/support/test-app.ts'

const form = {
  title: 'The last mile',
  eventDate: '2026-12-15',
  eventTime: '2026-12-15T16:00:00Z',
  eventEndTime: '2026-12-15T17:00:00Z',
  speakerName: 'Amara Obi',
  speakerTitle: 'Founder of Karoo Freight',
  description: 'How parcels reach the end of the road.',
  featureImage: '/images/features/not-there-yet.webp',
  bannerImage: '/images/banners/not-there-yet.webp',
  status: 'upcoming',
  webinarId: '912 3456 7890',
}

test('an event is created with every field and shows on the next request', async () => {
  const { asAdmin, call, db } = await testApp()
  expect((await call(listUpcomingEvents)).body).toEqual([])
  const admin = await asAdmin()
  const created = await admin.call(createEvent, { body: { ...form, priority: 3 } })
  expect(created.status).toBe(200)
  expect(created.body).toMatchObject({
    ...form,
    webinarId: '91234567890',
    priority: 3,
    storedStatus: 'upcoming',
    dateConfirmed: false,
    recordingReady: false,
    cancelledAt: null,
    updatedAt: '2026-12-01T08:00:00.000Z',
  })
  expect((await call(listUpcomingEvents)).body.map(({ title }) => title)).toEqual([form.title])
  expect((await admin.call(listEvents)).body).toMatchObject([created.body])
  expect(await db.select().from(zoomWebinarMappings)).toMatchObject([
    { eventId: created.body.id, webinarId: '91234567890', isActive: true },
  ])
})

test('title and feature image are defaulted as specified, and follow the recording', async () => {
  const { asAdmin } = await testApp()
  const admin = await asAdmin()
  const { title: _title, featureImage: _picture, ...rest } = form
  const videoUrl = 'https://youtu.be/aqz-KE-bpKQ'
  const created = await admin.call(createEvent, { body: { ...rest, videoUrl } })
  expect(created.body).toMatchObject({
    title: 'Exclusive Interview',
    featureImage: 'https://i.ytimg.com/vi/aqz-KE-bpKQ/maxresdefault.jpg',
  })
  const moved = await admin.call(changeEvent, {
    params: { id: created.body.id },
    body: { videoUrl: 'https://www.youtube.com/watch?v=eRsGyueVLvQ', title: ' ' },
  })
  expect(moved.body).toMatchObject({
    title: 'Exclusive Interview',
    featureImage: 'https://i.ytimg.com/vi/eRsGyueVLvQ/maxresdefault.jpg',
  })
})

test('a refusal names each field that is missing, too long or no address', async () => {
  const { asAdmin, db } = await testApp()
  const admin = await asAdmin()
  const fieldsOf = async (body: Record<string, unknown>) => {
    const answer = await admin.call(createEvent, { body })
    expect([answer.status, answer.body.message]).toEqual([400, expect.any(String)])
    return answer.body.errors?.map(({ field }) => field)
  }
  expect(await fieldsOf({})).toEqual(['speakerName', 'speakerTitle', 'description', 'bannerImage'])
  expect(await fieldsOf({ ...form, featureImage: undefined })).toEqual(['featureImage'])
  expect(await fieldsOf({ ...form, title: 'x'.repeat(201) })).toEqual(['title'])
  expect(await fieldsOf({ ...form, description: 'x'.repeat(10_001) })).toEqual(['description'])
  expect(await fieldsOf({ ...form, eventDate: '0000-01-01' })).toEqual(['eventDate'])
  expect(await fieldsOf({ ...form, eventDate: '2026-02-30' })).toEqual(['eventDate'])
  expect(await fieldsOf({ ...form, status: 'finished' })).toEqual(['status'])
  expect(await fieldsOf({ ...form, bannerImage: 'http://example.com/a.png' })).toEqual([
    'bannerImage',
  ])
  expect(await fieldsOf({ ...form, bannerImage: '//example.com/a.png' })).toEqual(['bannerImage'])
  expect(await fieldsOf({ ...form, webinarId: '12/34' })).toEqual(['webinarId'])
  expect(await db.$count(events)).toBe(0)
})

test('a change keeps what it does not name, and past dates and free text are accepted', async () => {
  const { asAdmin } = await testApp()
  const admin = await asAdmin()
  const { body: event } = await admin.call(createEvent, { body: form })
  const changed = await admin.call(changeEvent, {
    params: { id: event.id },
    body: { eventDate: '2019-05-02', eventTime: '18:00 - 19:00 CAT', eventEndTime: null },
  })
  expect(changed.status).toBe(200)
  expect(changed.body).toEqual({
    ...event,
    status: 'completed',
    eventDate: '2019-05-02',
    eventTime: '18:00 - 19:00 CAT',
    eventEndTime: null,
    updatedAt: '2026-12-01T08:00:00.001Z',
  })
  const unmapped = await admin.call(changeEvent, {
    params: { id: event.id },
    body: { webinarId: '' },
  })
  expect(unmapped.body).toMatchObject({ webinarId: null, eventTime: '18:00 - 19:00 CAT' })
})

test('a time without an offset is saved as an instant of the display zone, once its date is known', async () => {
  const { asAdmin } = await testApp()
  const admin = await asAdmin()
  const times = { eventTime: '18:00', eventEndTime: '19:00' }
  const instants = {
    eventTime: '2026-12-15T16:00:00.000Z',
    eventEndTime: '2026-12-15T17:00:00.000Z',
  }
  const created = await admin.call(createEvent, { body: { ...form, ...times } })
  expect(created.body).toMatchObject(instants)
  const undated = await admin.call(createEvent, { body: { ...form, ...times, eventDate: null } })
  expect(undated.body).toMatchObject(times)
  const params = { id: undated.body.id }
  const dated = await admin.call(changeEvent, { params, body: { eventDate: '2026-12-15' } })
  expect(dated.body).toMatchObject(instants)
  const body = { eventTime: '2026-12-15T17:30', eventEndTime: 'late' }
  expect((await admin.call(changeEvent, { params, body })).body).toMatchObject({
    eventTime: '2026-12-15T15:30:00.000Z',
    eventEndTime: 'late',
  })
})

test('the second of two administrators is refused with the row as it is now', async () => {
  const { asAdmin, db } = await testApp()
  const [one, other] = [await asAdmin(), await asAdmin()]
  const event = await buildEvent(db)
  const [read] = (await one.call(listEvents)).body
  const change = (who: typeof one, title: string, updatedAt?: string) =>
    who.call(changeEvent, { params: { id: event.id }, body: { title, updatedAt } })
  expect((await change(one, 'First', read!.updatedAt)).status).toBe(200)
  const refused = await change(other, 'Second', read!.updatedAt)
  expect(refused.status).toBe(409)
  expect(refused.body).toMatchObject({
    message: expect.stringContaining('Nothing was saved'),
    event: { id: event.id, title: 'First' },
    changedFields: ['title'],
  })
  const current = (refused.body as unknown as { event: { updatedAt: string } }).event
  expect((await change(other, 'Second', current.updatedAt)).body.title).toBe('Second')
  expect((await change(one, 'Third')).body.title).toBe('Third')
})

test('of saves at once of one row exactly one is kept', { tags: 'postgres' }, async () => {
  const { asAdmin, db } = await testApp()
  const admin = await asAdmin()
  const event = await buildEvent(db)
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, number) =>
      admin.call(changeEvent, {
        params: { id: event.id },
        body: { title: `Title ${number}`, updatedAt: event.updatedAt.toISOString() },
      }),
    ),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(7)
})

test('an end before its start is refused by name, and what was wrong before holds up nothing else', async () => {
  const { asAdmin, db } = await testApp()
  const admin = await asAdmin()
  const refusal = {
    message: 'The end must be after the start',
    errors: [{ field: 'eventEndTime', message: 'The end must be after the start' }],
  }
  const wrong = { eventTime: '18:00', eventEndTime: '09:00' }
  const created = await admin.call(createEvent, { body: { ...form, ...wrong } })
  expect([created.status, created.body]).toMatchObject([400, { errors: refusal.errors }])
  expect(await db.$count(events)).toBe(0)
  const event = await buildEvent(db)
  const change = async (body: object) => {
    const answer = await admin.call(changeEvent, { params: { id: event.id }, body })
    return [answer.status, answer.body.errors ?? null]
  }
  for (const times of [
    { eventEndTime: '2026-12-10T15:59:00Z' },
    { eventTime: '2026-12-10T17:00:00Z' },
    { eventTime: '18:00-09:00', eventEndTime: null },
    { eventEndTime: '9 AM' },
  ]) {
    expect(await change(times)).toEqual([400, refusal.errors])
  }
  expect(await db.select().from(events)).toMatchObject([{ eventTime: event.eventTime }])
  await editEvent(db, undefined, { eventEndTime: '2026-12-10T15:00:00Z' })
  expect(await change({ priority: 3 })).toEqual([200, null])
  expect(await change({ eventEndTime: '7:30 PM' })).toEqual([200, null])
  const [saved] = await db.select().from(events)
  expect(saved).toMatchObject({ priority: 3, eventEndTime: '2026-12-10T17:30:00.000Z' })
})

test('cancelling hides an event and can be taken back', async () => {
  const { asAdmin, call, db } = await testApp()
  const admin = await asAdmin()
  const event = await buildEvent(db)
  const change = (cancelled: boolean) =>
    admin.call(changeEvent, { params: { id: event.id }, body: { cancelled } })
  expect((await change(true)).body.cancelledAt).toBe('2026-12-01T08:00:00.000Z')
  expect((await call(listUpcomingEvents)).body).toEqual([])
  expect((await change(false)).body.cancelledAt).toBeNull()
  expect((await call(listUpcomingEvents)).body).toHaveLength(1)
})

test('the audit log lists every change to an event with its author', async () => {
  const { asAdmin, db } = await testApp()
  const admin = await asAdmin()
  const { body: event } = await admin.call(createEvent, { body: form })
  await admin.call(changeEvent, { params: { id: event.id }, body: { status: 'completed' } })
  await admin.call(deleteEvent, { params: { id: event.id } })
  const log = await db.select().from(auditLog).where(eq(auditLog.subject, form.title))
  expect(log.map(({ action, username }) => [action, username])).toEqual([
    ['event_created', 'organiser'],
    ['event_changed', 'organiser'],
    ['event_deleted', 'organiser'],
  ])
  expect(log[1]?.details).toMatchObject({ from: 'upcoming', to: 'completed' })
})
