import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { checkEvents, changeEvent, listEvents } from '#features/events/contract.ts'
import { getReports } from '#features/reports/contract.ts'
import { webinarSeats, zoomWebinarMappings } from '#schema/webinars.ts'
import { signWebhook } from '#tests/support/sign-webhook.ts'
import { webinarRegistrants } from '#tests/support/webinar-registrants.ts'

const meetingId = '85612345678'

/**
 * Creates an event with a meeting as organisers create them: without registration, and with Zoom's
 * own mails.
 */
async function meetingStage(fields: object = {}) {
  const stage = await webinarRegistrants({ isMapped: false })
  const plain = { hasRegistration: false, sendsConfirmation: true }
  const meeting = stage.zoom.addWebinar(meetingId, { kind: 'meeting', ...plain, ...fields })
  stage.clock.set('2026-12-10T12:00:00Z')
  const admin = await stage.asAdmin()
  const map = (body: object) => admin.call(changeEvent, { params: { id: stage.event.id }, body })
  async function sendWebhook(event: string, object: object) {
    const body = { event, payload: { object: { id: Number(meetingId), ...object } } }
    const { payload, headers } = signWebhook(body, { now: stage.clock.now() })
    const url = '/api/webhooks/zoom'
    const { statusCode } = await stage.send({ method: 'POST', url, payload, headers })
    expect(statusCode).toBe(200)
  }
  return { ...stage, meeting, admin, map, sendWebhook }
}

test('registrants of a meeting get webinar seats of their own, once registration is on and its own mail off', async () => {
  const { register, map, meeting, sweep, seats, runJobs, admin, event } = await meetingStage()
  const emails = [await register(), await register()]
  const mapped = await map({ webinarId: '856 1234 5678', webinarKind: 'meeting' })
  expect(mapped.body).toMatchObject({ webinarId: meetingId, webinarKind: 'meeting' })
  await sweep()
  expect(meeting.registrants.map(({ email }) => email).toSorted()).toEqual(emails.toSorted())
  expect(meeting).toMatchObject({ hasRegistration: true, sendsConfirmation: false, confirmed: [] })
  expect(new Set((await seats()).map(({ state }) => state))).toEqual(new Set(['seated']))
  const { body: lists } = await admin.call(checkEvents)
  const codes = lists.find(({ eventId }) => eventId === event.id)!.checks.map(({ code }) => code)
  expect(codes).not.toContain('webinar_mail')
  // Other changes in the admin area keep the kind; the number alone may belong to another meeting.
  expect((await map({ priority: 3 })).body).toMatchObject({ webinarKind: 'meeting' })
  meeting.registrants.splice(0)
  await register()
  await runJobs()
  expect(meeting.registrants).toHaveLength(1)
})

test('a number of the wrong kind fails in words that say so, and is mended by naming the other kind', async () => {
  const { register, map, meeting, sweep, seats, db } = await meetingStage()
  await register()
  await map({ webinarId: meetingId })
  await sweep()
  expect(await seats()).toMatchObject([
    { state: 'failed', lastError: expect.stringContaining('webinar does not exist') },
  ])
  await map({ webinarKind: 'meeting' })
  await sweep()
  expect(await seats()).toMatchObject([{ state: 'seated', lastError: null }])
  expect(meeting.registrants).toHaveLength(1)
  expect((await map({ webinarId: null })).body).toMatchObject({ webinarId: null })
  expect(await db.select().from(zoomWebinarMappings)).toEqual([])
})

test.for([
  ['is full', { capacity: 0 }, /The meeting is full/],
  ['is gone', { isGone: true }, /meeting does not exist/],
] as const)(
  'a meeting that %s fails the webinar seat for good, in words for the organiser',
  async ([, fields, reason]) => {
    const { register, map, sweep, seats } = await meetingStage(fields)
    await map({ webinarId: meetingId, webinarKind: 'meeting' })
    await register()
    await sweep()
    expect(await seats()).toMatchObject([
      { state: 'failed', lastError: expect.stringMatching(reason) },
    ])
  },
)

test('a plan or scopes that do not suffice are named, and an app that may later is tried again', async () => {
  const { register, map, meeting, sweep, seats, zoom, makeDue } = await meetingStage()
  await map({ webinarId: meetingId, webinarKind: 'meeting' })
  zoom.behave({ refuses: [400, { code: 4711, message: 'lacks meeting:write' }] })
  await register()
  await sweep()
  expect(await seats()).toMatchObject([
    { state: 'waiting', lastError: expect.stringContaining('lacks a scope') },
  ])
  zoom.behave('well')
  await makeDue()
  await sweep()
  expect(await seats()).toMatchObject([{ state: 'seated' }])
  expect([...meeting.adds.values()]).toEqual([1])
  zoom.behave({ refuses: [400, { code: 3161, message: 'Not allowed.' }] })
  await register()
  await sweep()
  expect((await seats())[1]).toMatchObject({
    state: 'failed',
    lastError: expect.stringMatching(/no meeting licence/),
  })
})

test("Zoom's messages about meetings count as those about webinars: cancellation, live status, attendance, report", async () => {
  const {
    register,
    map,
    meeting,
    runJobs,
    sweep,
    seats,
    sendWebhook,
    call,
    event,
    clock,
    admin,
    db,
  } = await meetingStage({ needsApproval: true, hasRegistration: true })
  await map({ webinarId: meetingId, webinarKind: 'meeting' })
  // Registers people one after the other, because simultaneous calls reach Zoom in any order.
  for (let people = 0; people < 2; people++) {
    await register()
    await runJobs()
  }
  expect(meeting.needsApproval).toBe(true)
  const [first, second] = meeting.registrants
  await sendWebhook('meeting.registration_approved', { registrant: first })
  await sendWebhook('meeting.registration_denied', { registrant: second })
  expect((await seats()).map(({ state }) => state)).toEqual(['seated', 'withdrawn'])
  clock.set('2026-12-10T15:50:00Z')
  await sendWebhook('meeting.started', {})
  const [shown] = (await call(listEvents)).body.filter(({ id }) => id === event.id)
  expect(shown!.isLive).toBe(true)
  const came = { registrant_id: first!.id, join_time: '2026-12-10T16:00:00Z' }
  clock.set('2026-12-10T16:30:00Z')
  await sendWebhook('meeting.participant_joined', { participant: came })
  const figures = async () => (await admin.call(getReports)).body.attendance
  expect(await figures()).toMatchObject([{ came: 1, minutes: 30, knownBy: 'webinar' }])
  await sendWebhook('meeting.ended', {})
  const times = { join_time: '2026-12-10T16:00:00Z', leave_time: '2026-12-10T16:45:00Z' }
  meeting.instances = [
    {
      uuid: '/meet//==',
      start_time: '2026-12-10T15:50:00Z',
      isReported: true,
      participants: [{ registrant_id: first!.id, ...times }],
    },
  ]
  clock.set('2026-12-10T18:00:00Z')
  await db.execute(sql`update jobs.job set start_after = now() where state < 'active'`)
  await sweep()
  expect(await figures()).toMatchObject([{ came: 1, minutes: 45, knownBy: 'report' }])
  const [seat] = await db.select().from(webinarSeats).where(eq(webinarSeats.state, 'seated'))
  expect(seat!.attendedAt).toEqual(new Date('2026-12-10T16:00:00Z'))
})
