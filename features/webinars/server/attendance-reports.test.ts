import { expect, test } from 'vitest'
import { retryReport } from '#features/webinars/contract.ts'
import { attendanceMarks, attendanceReports, joins, webinarSeats } from '#schema/webinars.ts'
import { heldEventStage } from '#tests/support/event-day-stage.ts'
import { signWebhook } from '#tests/support/sign-webhook.ts'
import { editEvent } from '#tests/support/builders.ts'
import { webinarId } from '#tests/support/webinar-stage.ts'

test(
  'while it happens, minutes are counted from whoever comes and goes, however often and in whatever order it is told',
  { tags: 'postgres' },
  async () => {
    const { register, presence, shown, setClock, at, clock, post, db } = await heldEventStage()
    const [often, twice, open] = [await register(), await register(), await register()]
    await register()
    setClock('15:20:00')
    // A rehearsal, more than an hour before the start.
    await presence('joined', '14:50:00', { registrant_id: often.id })
    expect(await db.select().from(attendanceMarks)).toEqual([])
    setClock('16:50:00')
    // Ten minutes, and ten more after a break; the second join arrives last.
    await presence('left', '16:10:00', { registrant_id: often.id })
    await presence('joined', '16:00:00', { registrant_id: often.id })
    await presence('left', '16:40:00', { registrant_id: often.id })
    await presence('joined', '16:30:00', { registrant_id: often.id })
    // Two devices at once, the second known by email only; forty minutes in total.
    await presence('joined', '16:00:00', { registrant_id: twice.id })
    await presence('joined', '16:10:00', { user_email: twice.email.toUpperCase() })
    await presence('left', '16:20:00', { registrant_id: twice.id })
    await presence('left', '16:40:00', { email: twice.email })
    // A participant who never left counts until the event's end.
    await presence('joined', '16:20:00', { registrant_id: open.id })
    // The event's guest is not registered, whatever their name.
    await presence('joined', '15:55:00', { registrant_id: null, user_name: 'Thandi Nkosi' })
    expect(await shown()).toMatchObject({
      registered: 4,
      came: 3,
      // Average of 20, 40 and 30 minutes.
      minutes: 30,
      knownBy: 'webinar',
      report: null,
    })
    // Zoom repeats unacknowledged calls with a new timestamp.
    const participant = { registrant_id: often.id, join_time: at('16:30:00') }
    const again = { event: 'webinar.participant_joined' }
    for (const seconds of [1, 2]) {
      const now = new Date(clock.now().getTime() + seconds * 1000)
      const body = { ...again, payload: { object: { id: webinarId, participant } } }
      expect((await post(signWebhook(body, { now }))).statusCode).toBe(200)
    }
    expect(await shown()).toMatchObject({ came: 3, minutes: 30 })
    const [seat] = await db.select().from(webinarSeats).orderBy(webinarSeats.registrationId)
    expect(seat!.attendedAt).toEqual(new Date(at('16:00:00')))
    expect(await db.$count(joins)).toBe(3)
  },
)

test(
  'an hour after the end the report takes their place: of every instance, page by page, by registrant id alone',
  { tags: 'postgres' },
  async () => {
    const { register, presence, shown, sweepAt, setClock, stay, at, webinar, zoom, db } =
      await heldEventStage()
    const [first, second, missed] = [await register(), await register(), await register()]
    setClock('17:00:00')
    await presence('joined', '16:00:00', { registrant_id: first.id })
    await presence('left', '16:55:00', { registrant_id: first.id })
    // By webinar number, Zoom reports only the second instance; the third is from last week.
    const strangers = Array.from({ length: 310 }, () => stay(undefined, '16:05:00', '16:06:00'))
    const lastWeek = { ...stay(missed.id, '16:00:00', '17:00:00') }
    lastWeek.join_time = lastWeek.join_time.replace('12-10', '12-03')
    lastWeek.leave_time = lastWeek.leave_time.replace('12-10', '12-03')
    webinar.instances = [
      {
        uuid: 'Vg8IdgluR5WDeWIkpJlElQ==',
        start_time: '2026-12-03T15:50:00Z',
        participants: [lastWeek],
        isReported: true,
      },
      {
        uuid: '/sp//Ux+Rhi8yyMF0dRPZw==',
        start_time: at('15:50:00'),
        isReported: true,
        participants: [
          ...strangers,
          // Stays on two devices, with a rejoin.
          stay(first.id, '16:00:00', '16:20:00'),
          stay(first.id, '16:10:00', '16:30:00'),
        ],
      },
      {
        uuid: 'abc/def==',
        start_time: at('16:35:00'),
        isReported: false,
        participants: [
          stay(first.id, '16:40:00', '16:50:00'),
          stay(second.id, '16:40:00', '17:00:00'),
          { ...stay(missed.id, '16:40:00', '17:00:00'), status: 'in_waiting_room' },
        ],
      },
    ]
    await sweepAt('17:59:59')
    expect([zoom.counted.reports, (await shown())!.report]).toEqual([0, null])
    await sweepAt('18:00:00')
    expect(await shown()).toMatchObject({
      came: 1,
      minutes: 55,
      knownBy: 'webinar',
      report: { state: 'waiting', lastError: 'Zoom’s report is not ready yet' },
    })
    webinar.instances[2]!.isReported = true
    zoom.behave({ retryAfter: '600' })
    await sweepAt('18:10:00')
    expect((await shown())!.report).toMatchObject({
      state: 'waiting',
      lastError: expect.stringMatching(/^Zoom asks us to wait/),
    })
    zoom.behave('well')
    await sweepAt('18:20:00')
    expect(await shown()).toEqual({
      eventId: expect.any(Number),
      registered: 3,
      came: 2,
      // Average of 30 + 10 and 20 minutes.
      minutes: 30,
      knownBy: 'report',
      unregistered: 310,
      report: { state: 'ready', lastError: null },
    })
    expect(zoom.counted.tooMany).toBe(0)
    const { reports } = zoom.counted
    await sweepAt('18:30:00')
    expect(zoom.counted.reports).toBe(reports)
    const seats = await db.select().from(webinarSeats).orderBy(webinarSeats.registrationId)
    expect(seats.map(({ attendedAt }) => attendedAt?.toISOString().slice(11, 16))).toEqual([
      '16:00',
      '16:40',
      undefined,
    ])
  },
)

test('a missing report fails after a day, and is requested again by its button and for a repeated event', async () => {
  const { admin, register, sweepAt, setClock, shown, stay, at, webinar, zoom, event, db } =
    await heldEventStage()
  const { id } = await register()
  const retry = () => admin.call(retryReport, { params: { id: event.id } })
  setClock('16:30:00')
  expect(await retry()).toMatchObject({
    status: 409,
    body: { message: 'Zoom reports attendance after the event.' },
  })
  expect((await admin.call(retryReport, { params: { id: 999_999 } })).status).toBe(404)
  await sweepAt('18:00:00')
  expect((await shown())!.report!.state).toBe('waiting')
  // The event takes place one day later: nothing was reported yet.
  await editEvent(db, undefined, { eventTime: '2026-12-09T16:00:00Z', eventEndTime: null })
  await sweepAt('19:00:01')
  expect((await shown())!.report).toMatchObject({
    state: 'failed',
    lastError: expect.stringContaining('no report for this event'),
  })
  // Took place again one day later; the app lacks the permission for reports.
  await editEvent(db, undefined, { eventTime: at('16:00:00'), eventEndTime: at('17:00:00') })
  await db.update(attendanceReports).set({ settledAt: new Date(at('16:59:00')) })
  zoom.behave({ refuses: [400, { code: 200, message: 'No permission.' }] })
  await sweepAt('19:10:00')
  expect((await shown())!.report).toMatchObject({
    state: 'failed',
    lastError: expect.stringContaining('report:read:admin'),
  })
  zoom.behave('well')
  webinar.instances = [
    {
      uuid: 'one==',
      start_time: at('15:55:00'),
      isReported: true,
      participants: [stay(id, '14:30:00', '16:30:00'), stay('stranger', '16:00:00', '16:30:00')],
    },
  ]
  await sweepAt('19:20:00')
  expect((await shown())!.report!.state).toBe('failed')
  expect(await retry()).toMatchObject({ status: 200, body: { state: 'waiting' } })
  await sweepAt('19:20:30')
  // Presence before the doors could open is not counted.
  expect(await shown()).toMatchObject({ came: 1, minutes: 90, unregistered: 1, knownBy: 'report' })
})
