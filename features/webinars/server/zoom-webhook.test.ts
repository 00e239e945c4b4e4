import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { checkEvents } from '#features/events/contract.ts'
import { events } from '#schema/events.ts'
import { heardWebhooks, joins, webinarRecordings, webinarSeats } from '#schema/webinars.ts'
import { signWebhook } from '#tests/support/sign-webhook.ts'
import { webinarId, webinarStage } from '#tests/support/webinar-stage.ts'

test('Zoom checks the address with a challenge and gets the right answer, as often as it asks', async () => {
  const { post, clock } = await webinarStage()
  const call = signWebhook(
    { event: 'endpoint.url_validation', payload: { plainToken: 'qgg8vlvZRS6UYooatFL8Aw' } },
    { now: clock.now() },
  )
  for (let turn = 0; turn < 2; turn++) {
    const answer = await post(call, { origin: 'https://zoom.us' })
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      {
        plainToken: 'qgg8vlvZRS6UYooatFL8Aw',
        // HMAC-SHA256 of the token with the secret "tell", computed by openssl.
        encryptedToken: '7b065113e0e88ec85d178a9a737718fe69431f0a4858e52a6a5b61a1231741ff',
      },
    ])
  }
})

test('a forged, changed, stale or unsigned call is refused and changes nothing', async () => {
  const { register, post, clock, seats, db } = await webinarStage()
  const { id, email } = await register()
  const body = {
    event: 'webinar.registration_cancelled',
    payload: { object: { id: Number(webinarId), registrant: { id, email } } },
  }
  const now = clock.now()
  const good = signWebhook(body, { now })
  const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
  const forged = [
    signWebhook(body, { now, secret: 'guessed' }),
    signWebhook(body, { now: at(-6) }),
    signWebhook(body, { now: at(6) }),
    { ...good, payload: good.payload.replace('cancelled', 'denied') },
    { ...good, payload: `${good.payload} ` },
    { ...good, headers: { ...good.headers, 'x-zm-signature': '' } },
    { ...good, headers: { ...good.headers, 'x-zm-signature': 'v0=' } },
    { ...good, headers: { ...good.headers, 'x-zm-request-timestamp': '' } },
    {
      ...good,
      headers: { ...good.headers, 'x-zm-request-timestamp': String(now.getTime() / 1000 + 1) },
    },
  ]
  for (const call of forged) expect((await post(call)).statusCode).toBe(401)
  expect(await seats()).toMatchObject([{ state: 'seated' }])
  expect(await db.select().from(heardWebhooks)).toEqual([])
  expect((await post(good)).statusCode).toBe(200)
})

test('the signature decides before the body is parsed, and then its depth', async () => {
  const { post, clock } = await webinarStage()
  const now = clock.now()
  let body: object = {}
  for (let level = 0; level < 40; level++) body = { body }
  expect((await post(signWebhook(body, { now, secret: 'guessed' }))).statusCode).toBe(401)
  const answer = await post(signWebhook(body, { now }))
  expect(answer.statusCode).toBe(400)
  expect(answer.json().message).toBe('The body is nested more than 32 levels deep')
  const large = await post(signWebhook({ filler: 'x'.repeat(1024 * 1024) }, { now }))
  expect(large.statusCode).toBe(413)
})

test(
  'a repeated call is thanked for and changes nothing, for as long as its timestamp counts, and is forgotten after',
  { tags: 'postgres' },
  async () => {
    const { register, post, clock, seats, db, runJobs } = await webinarStage()
    const { id, email } = await register()
    const object = { id: Number(webinarId), registrant: { id, email } }
    const cancelled = signWebhook(
      { event: 'webinar.registration_cancelled', payload: { object } },
      { now: clock.now() },
    )
    const answers = await Promise.all([post(cancelled), post(cancelled), post(cancelled)])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    expect(await seats()).toMatchObject([
      { state: 'withdrawn', joinUrl: null, lastError: 'Cancelled in Zoom' },
    ])
    await db.update(webinarSeats).set({ lastError: 'Noted once' })
    expect((await post(cancelled)).statusCode).toBe(200)
    expect(await seats()).toMatchObject([{ lastError: 'Noted once' }])
    clock.set(new Date(clock.now().getTime() + 25 * 60 * 60_000))
    expect((await post(cancelled)).statusCode).toBe(401)
    await db.execute(sql`insert into jobs.job (name, data) values ('sweep', '{}')`)
    await runJobs()
    expect(await db.select().from(heardWebhooks)).toEqual([])
  },
)

test(
  'approvals, denials, participants and recordings are noted with the registrant they are about',
  { tags: 'postgres' },
  async () => {
    const { register, sendWebhook, seats, webinar, event, db, clock, asAdmin } =
      await webinarStage()
    webinar.needsApproval = true
    const first = await register()
    const second = await register()
    const object = (registrant: typeof first) => ({ id: Number(webinarId), registrant })
    await sendWebhook('webinar.registration_approved', object({ ...first, status: 'approved' }))
    await sendWebhook('webinar.registration_denied', object({ ...second, join_url: '' }))
    expect(await seats()).toMatchObject([
      { state: 'seated', joinUrl: first.join_url, lastError: null },
      { state: 'withdrawn', joinUrl: null, lastError: 'Denied in Zoom' },
    ])
    const participant = (join_time: string) => ({
      id: webinarId,
      participant: { registrant_id: first.id, user_name: 'Thandi', join_time },
    })
    await sendWebhook('webinar.participant_joined', participant('2026-12-10T16:20:00Z'))
    await sendWebhook('webinar.participant_joined', participant('2026-12-10T15:58:00Z'))
    const came = new Date('2026-12-10T15:58:00Z')
    const [seat] = await seats()
    expect(seat!.attendedAt).toEqual(came)
    expect(await db.select().from(joins)).toMatchObject([{ joinCount: 1, firstJoinedAt: came }])
    await sendWebhook('recording.completed', {
      id: Number(webinarId),
      share_url: 'https://zoom.example/rec',
    })
    await sendWebhook('recording.completed', { id: 999, share_url: 'https://zoom.example/rec' })
    expect(await db.select().from(webinarRecordings)).toEqual([
      { eventId: event.id, recordedAt: clock.now() },
    ])
    const admin = await asAdmin()
    const { body: lists } = await admin.call(checkEvents)
    const [list] = lists.filter(({ eventId }) => eventId === event.id)
    expect(list!.checks.map(({ code }) => code)).toContain('webinar_recorded')
    const [row] = await db.select().from(events)
    expect([row!.videoUrl, row!.recordingReady]).toEqual([null, false])
  },
)

test('reports about unknown addresses or in unknown forms are accepted and ignored', async () => {
  const { register, sendWebhook, post, seats, clock } = await webinarStage()
  await register()
  const before = await seats()
  const stranger = { id: 'someone', email: 'stranger@example.com' }
  expect(
    (await sendWebhook('webinar.registration_denied', { id: webinarId, registrant: stranger }))
      .statusCode,
  ).toBe(200)
  expect(
    (await sendWebhook('webinar.registration_denied', { id: 1, registrant: stranger })).statusCode,
  ).toBe(200)
  expect((await sendWebhook('meeting.started', { uuid: 'x' })).statusCode).toBe(200)
  expect((await post(signWebhook([], { now: clock.now() }))).statusCode).toBe(200)
  expect(await seats()).toEqual(before)
})

test('an update of a recurring webinar that lists the start of its event is no other time', async () => {
  const { sendWebhook, asAdmin, event, clock } = await webinarStage()
  const admin = await asAdmin()
  async function found() {
    const { body } = await admin.call(checkEvents)
    const { checks } = body.find(({ eventId }) => eventId === event.id)!
    return checks.map(({ code }) => code).filter((code) => /^webinar_(moved|deleted)$/.test(code))
  }
  const later = (minutes: number) => new Date(clock.now().getTime() + minutes * 60_000)
  const id = Number(webinarId)
  const first = { occurrence_id: '1', start_time: '2026-12-03T16:00:00Z' }
  const second = { occurrence_id: '2', start_time: event.eventTime }
  await sendWebhook('webinar.updated', { id, occurrences: [first, second] }, later(1))
  expect(await found()).toEqual([])
  const start_time = first.start_time
  await sendWebhook('webinar.updated', { id, start_time, occurrences: [first, second] }, later(2))
  expect(await found()).toEqual([])
  await sendWebhook('webinar.deleted', { id }, later(3))
  expect(await found()).toEqual(['webinar_deleted'])
  await sendWebhook('webinar.updated', { id, occurrences: [first, second] }, later(2.5))
  expect(await found()).toEqual(['webinar_deleted'])
  await sendWebhook('webinar.updated', { id, occurrences: [first, second] }, later(4))
  expect(await found()).toEqual([])
})

test('a webinar that is moved or deleted in Zoom shows in the checks of its event', async () => {
  const { sendWebhook, asAdmin, event, clock } = await webinarStage()
  const admin = await asAdmin()
  async function found() {
    const { body } = await admin.call(checkEvents)
    const { checks } = body.find(({ eventId }) => eventId === event.id)!
    return checks.filter(({ code }) => ['webinar_moved', 'webinar_deleted'].includes(code))
  }
  const later = (minutes: number) => new Date(clock.now().getTime() + minutes * 60_000)
  const moved = { id: Number(webinarId), start_time: '2026-12-11T17:00:00Z' }
  await sendWebhook('webinar.updated', { id: Number(webinarId), topic: 'Renamed' }, later(1))
  expect(await found()).toEqual([])
  await sendWebhook('webinar.updated', moved, later(3))
  await sendWebhook('webinar.updated', { ...moved, start_time: event.eventTime }, later(2))
  expect(await found()).toEqual([
    {
      code: 'webinar_moved',
      severity: 'warning',
      field: 'eventTime',
      message: 'The webinar starts at another time in Zoom: 2026-12-11 19:00.',
    },
  ])
  await sendWebhook('webinar.updated', { ...moved, start_time: event.eventTime }, later(4))
  expect(await found()).toEqual([])
  const other = [{ occurrence_id: '1', start_time: '2027-01-01T10:00:00Z' }]
  await sendWebhook('webinar.deleted', { id: Number(webinarId), occurrences: other }, later(5))
  expect(await found()).toEqual([])
  await sendWebhook('webinar.deleted', { id: Number(webinarId) }, later(6))
  expect(await found()).toMatchObject([{ code: 'webinar_deleted', severity: 'problem' }])
})
