// @module-tag postgres
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { changeEvent, createEvent } from '#features/events/contract.ts'
import { changeWebhook } from '#features/webhooks/contract.ts'
import { recordEvents } from '#platform/domain-events/record-events.ts'
import { liveStates } from '#schema/webinars.ts'
import { buildEvent, editEvent } from '#tests/support/builders.ts'
import { webhookStage } from '#tests/support/webhook-stage.ts'
import { sweepMoments } from '#features/events/server/sweep-moments.ts'

test('webhooks report each event once: scheduled publishing, start, end, cancellation, report and recording', async () => {
  const { admin, app, clock, db, later, receiver, runJobs } = await webhookStage()
  const told = await receiver()
  const sweep = async (at: string) => {
    clock.set(at)
    await Promise.all([sweepMoments(db, app.deps.time()), sweepMoments(db, app.deps.time())])
    await sweepMoments(db, app.deps.time())
    await runJobs()
    return told.types().splice(0)
  }
  const event = await buildEvent(db, { publishAt: new Date('2026-12-09T08:00:00Z') })
  const hidden = await buildEvent(db, { publishAt: 'draft' })
  const before = await buildEvent(db, {
    eventTime: '2026-11-30T16:00:00Z',
    eventEndTime: '2026-11-30T17:00:00Z',
  })
  await editEvent(db, hidden.id, { cancelledAt: new Date() })
  expect(await sweep('2026-12-09T07:59:00Z')).toEqual(['event.published'])
  expect(told.heard[0]!.data).toEqual({ eventId: before.id })
  expect(await sweep('2026-12-09T08:00:10Z')).toEqual(['event.published', 'event.published'])
  await db
    .insert(liveStates)
    .values({ eventId: event.id, startedAt: new Date('2026-12-10T15:58:00Z') })
  expect((await sweep('2026-12-10T16:00:20Z')).slice(2)).toEqual(['event.started'])
  await db
    .update(liveStates)
    .set({ endedAt: new Date('2026-12-10T17:20:00Z') })
    .where(eq(liveStates.eventId, event.id))
  expect((await sweep('2026-12-10T17:10:00Z')).slice(3)).toEqual([])
  expect((await sweep('2026-12-10T17:20:30Z')).slice(3)).toEqual(['event.ended'])
  await db.transaction((tx) =>
    recordEvents(tx, [{ type: 'attendance.ready', eventId: event.id }], 'provider'),
  )
  await editEvent(db, before.id, {
    recordingReady: true,
    videoUrl: 'https://youtu.be/aqz-KE-bpKQ',
    status: 'completed',
  })
  await editEvent(db, before.id, { cancelledAt: new Date() })
  expect((await sweep('2026-12-12T08:00:00Z')).slice(4).toSorted()).toEqual([
    'attendance.ready',
    'event.cancelled',
    'recording.ready',
  ])
  expect(told.heard.filter(({ data }) => data.eventId === hidden.id)).toEqual([])
  await later(0)
  const draft = await admin.call(createEvent, {
    body: {
      title: 'Told by hand',
      speakerName: 'Naledi',
      speakerTitle: 'Founder',
      description: 'An hour.',
      featureImage: '/images/features/last-mile.webp',
      bannerImage: '/images/banners/last-mile.webp',
      publishAt: 'draft',
    },
  })
  expect((await sweep('2026-12-12T09:00:00Z')).length).toBe(7)
  const { id } = draft.body
  await admin.call(changeEvent, { params: { id }, body: { publishAt: null } })
  expect((await sweep('2026-12-12T10:00:00Z')).slice(7)).toEqual(['event.published'])
})

test('the end of an event that lasts for weeks is told once, however often the clock is looked at', async () => {
  const { app, clock, db, receiver, runJobs } = await webhookStage()
  const told = await receiver(['event.ended'])
  await buildEvent(db, {
    eventTime: '2026-12-02T16:00:00Z',
    eventEndTime: '2026-12-29T17:00:00Z',
  })
  for (const at of ['2026-12-30T08:00:00Z', '2027-01-02T08:00:00Z', '2027-01-04T08:00:00Z']) {
    clock.set(at)
    await sweepMoments(db, app.deps.time())
    await sweepMoments(db, app.deps.time())
    await runJobs()
  }
  expect(told.types()).toEqual(['event.ended'])
})

test('a recording released before its event is published is announced once with the event, manual or scheduled', async () => {
  const { app, clock, db, receiver, runJobs } = await webhookStage()
  const told = await receiver(['recording.ready'])
  const recording = { recordingReady: true, videoUrl: 'https://youtu.be/aqz-KE-bpKQ' }
  const made = await buildEvent(db, recording)
  const byHand = await buildEvent(db, { ...recording, publishAt: 'draft' })
  const byClock = await buildEvent(db, {
    ...recording,
    publishAt: new Date('2026-12-09T08:00:00Z'),
  })
  await editEvent(db, byHand.id, { publishAt: null })
  for (const at of ['2026-12-09T08:00:10Z', '2026-12-09T08:01:00Z']) {
    clock.set(at)
    await sweepMoments(db, app.deps.time())
    await runJobs()
  }
  const ids = told.heard.map(({ data }) => data.eventId)
  expect(ids).toEqual([made.id, byHand.id, byClock.id])
})

test('an event that gets another moment when visitors see it tells of its recording no more', async () => {
  const { app, clock, db, receiver, runJobs } = await webhookStage()
  // The database uses its own clock, so set the test's clock to the real time.
  clock.set(new Date())
  const told = await receiver(['recording.ready'])
  const event = await buildEvent(db, {
    recordingReady: true,
    videoUrl: 'https://youtu.be/aqz-KE-bpKQ',
  })
  await editEvent(db, event.id, { publishAt: new Date() })
  clock.set(new Date(Date.now() + 60_000))
  await sweepMoments(db, app.deps.time())
  await runJobs()
  expect(told.types()).toEqual(['recording.ready'])
})

test('an event that was never opened for registration neither begins nor ends, however late it is closed', async () => {
  const { app, clock, db, receiver, runJobs } = await webhookStage()
  const told = await receiver(['event.started', 'event.ended'])
  const { id } = await buildEvent(db, {
    status: 'pre_registration',
    eventTime: '2026-12-10T16:00:00Z',
    eventEndTime: '2026-12-10T17:00:00Z',
  })
  for (const at of ['2026-12-10T16:00:20Z', '2026-12-10T17:00:20Z', '2026-12-11T17:00:20Z']) {
    clock.set(at)
    await sweepMoments(db, app.deps.time())
  }
  await editEvent(db, id, { status: 'completed' })
  clock.set('2026-12-11T17:01:00Z')
  await sweepMoments(db, app.deps.time())
  await runJobs()
  expect(told.types()).toEqual([])
})

test('a webhook with added event types gets no earlier events', async () => {
  const { admin, app, db, later, receiver, runJobs } = await webhookStage()
  const told = await receiver(['registration.created'])
  await buildEvent(db, {
    eventTime: '2026-12-02T16:00:00Z',
    eventEndTime: '2026-12-02T17:00:00Z',
  })
  const next = await buildEvent(db, {
    eventTime: '2026-12-03T07:00:00Z',
    eventEndTime: '2026-12-03T09:00:00Z',
  })
  await later(2 * 24 * 60 * 60_000)
  const all = ['registration.created', 'event.started', 'event.ended'] as const
  const changed = await admin.call(changeWebhook, {
    params: { id: told.id },
    body: { events: [...all] },
  })
  expect(changed.status).toBe(200)
  await sweepMoments(db, app.deps.time())
  await later(2 * 60 * 60_000)
  await sweepMoments(db, app.deps.time())
  await runJobs()
  expect(told.heard.map(({ type, data }) => [type, data.eventId])).toEqual([
    ['event.ended', next.id],
  ])
})
