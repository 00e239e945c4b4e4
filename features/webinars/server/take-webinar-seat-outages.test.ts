// @module-tag postgres
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { cancelRegistration } from '#features/people/contract.ts'
import { retryWebinarSeat } from '#features/webinars/contract.ts'
import type { ZoomConfig } from '#platform/settings/provider-settings.ts'
import { webinarRegistrants } from '#tests/support/webinar-registrants.ts'

async function stage() {
  const all = await webinarRegistrants()
  const { app, db, makeDue, runJobs, zoom, sweep } = all
  const settings = app.deps.settings()
  function setZoom(fields: Partial<ZoomConfig>) {
    app.deps.settings = () => ({ ...settings, zoom: { ...zoom.config, ...fields } })
  }
  async function fail(times: number) {
    for (let turn = 0; turn < times; turn++) {
      await makeDue()
      await runJobs()
    }
  }
  /** Moves the queue's clock one minute ahead without shortening any delay. */
  async function aMinuteLater() {
    await db.execute(sql`update jobs.job set started_on = started_on - interval '61 seconds',
      start_after = start_after - interval '61 seconds' where name = 'take-webinar-seat'`)
    await sweep()
  }
  return { ...all, setZoom, fail, aMinuteLater }
}
type Stage = Awaited<ReturnType<typeof stage>>

const refuses = (status: number, code: number, message: string) => (on: Stage) =>
  on.zoom.behave({ refuses: [status, { code, message }] })
const refusesTokens = (status: number, reason: string) => (on: Stage) =>
  on.zoom.behave({ refusesTokens: [status, { reason }] })

const breakdowns: [string, (on: Stage) => unknown, RegExp][] = [
  ['before it leaves: no connection', (on: Stage) => on.zoom.close(), /ECONNREFUSED/],
  [
    'before it leaves: no such host',
    (on: Stage) => on.setZoom({ apiUrl: 'http://zoom.invalid/v2' }),
    /ENOTFOUND|EAI_AGAIN/,
  ],
  [
    'before it leaves: no connection for a token',
    (on: Stage) => on.setZoom({ oauthUrl: 'http://127.0.0.1:9/oauth/token' }),
    /cannot be reached/,
  ],
  ['before it leaves: no token', refusesTokens(500, 'Internal error'), /not working \(500\)/],
  ['before it leaves: too many tokens', refusesTokens(429, 'Too many'), /Too many/],
  [
    'before it leaves: wrong settings',
    (on: Stage) => on.setZoom({ clientSecret: 'old' }),
    /ZOOM_CLIENT_SECRET/,
  ],
  ['with a clear refusal: busy', refuses(503, 503, 'Busy'), /not working \(503\)/],
  ['with a clear refusal: token', refuses(401, 124, 'Invalid token'), /not accept our token/],
  ['with a clear refusal: scope', refuses(400, 4711, 'No scopes'), /lacks a scope/],
  [
    'with a clear refusal: calls a second',
    (on: Stage) => on.zoom.behave({ retryAfter: undefined }),
    /per-second/,
  ],
  [
    'with a clear refusal: Retry-After',
    (on: Stage) => on.zoom.behave({ retryAfter: '30' }),
    /per-second/,
  ],
  ['leaving doubt: broken', (on: Stage) => on.zoom.behave('broken'), /not working \(500\)/],
  ['leaving doubt: gateway', refuses(504, 504, 'No answer'), /not working \(504\)/],
  [
    'leaving doubt: unknown words',
    (on: Stage) => on.zoom.behave({ refuses: [200, {}] }),
    /unknown answer/,
  ],
]

test.for(breakdowns)(
  'a webinar seat whose call fails seven times %s is taken within a minute after, by one add',
  async ([, breakDown, reason]) => {
    const on = await stage()
    on.clock.set(new Date())
    await breakDown(on)
    const email = await on.register()
    await on.fail(7)
    const [waiting] = await on.seats()
    expect(waiting).toMatchObject({ state: 'waiting', attempts: 7 })
    expect(waiting!.lastError).toMatch(reason)
    if (!on.zoom.isOpen()) await on.zoom.open()
    on.zoom.behave('well')
    on.setZoom({})
    await on.aMinuteLater()
    expect(await on.seats()).toMatchObject([{ state: 'seated', attempts: 8, lastError: null }])
    expect(on.webinar.registrants.map((each) => each.email)).toEqual([email])
    expect([...on.webinar.adds]).toEqual([[email, 1]])
  },
)

/** The queue stores whole seconds, rounded up. */
async function isMidnight(nextTry: Stage['nextTry']) {
  const [at] = await nextTry()
  return at!.getTime() - Date.parse('2026-12-02T00:00:00Z') <= 2000 && at!.getUTCDate() === 2
}

test('an add that Zoom takes before it hangs up is found, whenever it answers again', async () => {
  const { register, fail, zoom, aMinuteLater, seats, webinar } = await stage()
  zoom.behave('hangs up')
  const email = await register()
  await fail(5)
  expect(await seats()).toMatchObject([{ state: 'waiting', isInDoubt: true }])
  zoom.behave('well')
  await aMinuteLater()
  expect(await seats()).toMatchObject([
    { state: 'seated', joinUrl: webinar.registrants[0]!.join_url },
  ])
  expect([...webinar.adds]).toEqual([[email, 1]])
})

test('once Zoom has counted three adds of a registrant it is not asked again before midnight GMT', async () => {
  const { register, fail, zoom, webinar, seats, nextTry, clock, aMinuteLater, asAdmin, makeDue } =
    await stage()
  zoom.behave('adds broken')
  const email = await register()
  await fail(3)
  expect(webinar.adds.get(email)).toBe(3)
  zoom.behave('well')
  await fail(1)
  expect(await seats()).toMatchObject([
    {
      state: 'waiting',
      exhaustedOn: '2026-12-01',
      lastError: expect.stringContaining('daily rate limit (3)'),
    },
  ])
  expect(await isMidnight(nextTry)).toBe(true)
  const asked = zoom.counted.adds
  await aMinuteLater()
  expect(zoom.counted.adds).toBe(asked)
  const admin = await asAdmin()
  const params = { registrationId: (await seats())[0]!.registrationId }
  await admin.call(retryWebinarSeat, { params })
  await fail(2)
  expect(zoom.counted.adds).toBe(asked)
  expect((await seats())[0]!.lastError).toMatch(/3 tries per person and day.* after midnight GMT/)
  expect(await isMidnight(nextTry)).toBe(true)
  webinar.adds.clear()
  clock.set('2026-12-02T00:00:10Z')
  await makeDue()
  await fail(1)
  expect(await seats()).toMatchObject([{ state: 'seated' }])
  expect(webinar.adds.get(email)).toBe(1)
})

test('when one webinar seat is taken after a long outage the others follow without sitting out their delays', async () => {
  const { register, fail, zoom, db, seats, webinar, sweep } = await stage()
  await zoom.close()
  const emails = [await register(), await register(), await register()]
  await fail(4)
  await db.execute(sql`update jobs.job set started_on = now() - interval '10 minutes',
    start_after = now() + interval '50 minutes' where name = 'take-webinar-seat'`)
  await sweep()
  expect((await seats()).filter(({ attempts }) => attempts === 5)).toHaveLength(1)
  await zoom.open()
  await db.execute(sql`update jobs.job set started_on = now() - interval '10 minutes'
    where name = 'take-webinar-seat'`)
  await sweep()
  expect(new Set((await seats()).map(({ state }) => state))).toEqual(new Set(['seated']))
  expect([...webinar.adds.keys()].toSorted()).toEqual(emails.toSorted())
})

test('once the adds of the day are used up, a registrant whom Zoom lists has a seat before midnight', async () => {
  const { register, fail, zoom, webinar, seats } = await stage()
  const email = await register()
  const join_url = 'https://zoom.example/w/1?tk=elsewhere'
  // Another app of the account registered them and used up the registrant's daily limit.
  webinar.registrants.push({
    id: 'r1',
    email,
    first_name: 'Ada',
    last_name: '',
    status: 'denied',
    join_url,
  })
  webinar.adds.set(email, 3)
  await fail(1)
  expect(await seats()).toMatchObject([{ state: 'seated', joinUrl: join_url }])
  expect([webinar.registrants[0]!.status, zoom.counted.adds]).toEqual(['approved', 1])
})

test('a cancellation that waits for Zoom leaves the seat of a person who registered again', async () => {
  const { register, runJobs, fail, zoom, webinar, seats, db, call } = await stage()
  const email = await register()
  await runJobs()
  zoom.behave('broken')
  const [seat] = await seats()
  await call(cancelRegistration, { params: { id: seat!.registrationId } })
  await runJobs()
  await register({ email })
  zoom.behave('well')
  await db.execute(sql`update jobs.job set start_after = now() where name = 'tell-provider'`)
  await fail(1)
  expect(webinar.registrants).toMatchObject([{ email, status: 'approved' }])
  expect(await seats()).toMatchObject([{ state: 'seated' }])
})
