// @module-tag postgres
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { eventRegistrations } from '#schema/registrations.ts'
import { webinarSeats } from '#schema/webinars.ts'
import { editEvent } from '#tests/support/builders.ts'
import { webinarId, webinarRegistrants } from '#tests/support/webinar-registrants.ts'

test('a registration for a mapped event takes one webinar seat, whose id and way in are stored', async () => {
  const { register, runJobs, webinar, zoom, seats, db } = await webinarRegistrants()
  const email = await register({ firstName: 'Ü'.repeat(70) })
  await register({ email })
  await runJobs()
  await register({ email })
  await runJobs()
  const [registrant, ...others] = webinar.registrants
  expect([registrant!.email, registrant!.first_name, others]).toEqual([email, 'Ü'.repeat(64), []])
  expect([zoom.counted.adds, zoom.counted.lookUps]).toEqual([1, 0])
  expect(await seats()).toMatchObject([
    { state: 'seated', joinUrl: registrant!.join_url, webinarId, attempts: 1, lastError: null },
  ])
  const [registration] = await db.select().from(eventRegistrations)
  expect(registration!.zoomRegistrationId).toBe(registrant!.id)
})

test.for([
  ['without a mapping', { isMapped: false }, { priority: 1 }],
  ['before its date is confirmed', {}, { dateConfirmed: false }],
  ['with a start that no clock can tell', {}, { eventTime: 'in the evening' }],
  ['once it is cancelled', {}, { cancelledAt: new Date() }],
  ['once it is over', {}, { eventTime: '2026-11-01T16:00:00Z', eventEndTime: null }],
] as const)('no webinar seat is taken for an event %s', async ([, options, fields]) => {
  const { register, db, event, sweep, zoom, seats } = await webinarRegistrants(options)
  await register()
  await editEvent(db, event.id, fields)
  await sweep()
  expect(zoom.counted.calls).toBe(0)
  expect(await seats()).toEqual([])
})

test('without Zoom everything else works, and the webinar seats are taken once it is set', async () => {
  const { register, runJobs, app, webinar, sweep, zoom, seats } = await webinarRegistrants()
  const { settings } = app.deps
  app.deps.settings = () => ({ ...settings(), zoom: undefined })
  const email = await register()
  await runJobs()
  expect([zoom.counted.calls, await seats()]).toEqual([0, []])
  app.deps.settings = settings
  await sweep()
  expect(webinar.registrants.map((each) => each.email)).toEqual([email])
})

test('while Zoom is down everybody waits, and then each gets exactly one webinar seat', async () => {
  const { register, runJobs, webinar, zoom, seats, makeDue } = await webinarRegistrants()
  await zoom.close()
  const emails = await Promise.all(Array.from({ length: 12 }, () => register()))
  await runJobs()
  expect(new Set((await seats()).map(({ state, lastError }) => `${state}: ${lastError}`))).toEqual(
    new Set(['waiting: Zoom cannot be reached: ECONNREFUSED']),
  )
  await zoom.open()
  zoom.behave('broken')
  await makeDue()
  await runJobs()
  expect((await seats())[0]!.lastError).toBe('Zoom is not working (500): Internal error')
  zoom.behave('well')
  await makeDue()
  await runJobs()
  expect(webinar.registrants.map(({ email }) => email).toSorted()).toEqual(emails.toSorted())
  expect([...webinar.adds.values()]).toEqual(emails.map(() => 1))
  const joinUrls = webinar.registrants.map(({ join_url }) => join_url).toSorted()
  expect((await seats()).map(({ joinUrl }) => String(joinUrl)).toSorted()).toEqual(joinUrls)
})

test('a limit with Retry-After is kept to the second and costs no try, one without it backs off', async () => {
  const { register, runJobs, zoom, seats, makeDue, nextTry, clock } = await webinarRegistrants()
  clock.set(new Date())
  zoom.behave({ retryAfter: '600' })
  await register()
  await runJobs()
  const [at] = await nextTry()
  expect(Math.abs(at!.getTime() - clock.now().getTime() - 600_000)).toBeLessThan(30_000)
  expect(await seats()).toMatchObject([{ state: 'waiting', isInDoubt: false }])
  zoom.behave({ retryAfter: undefined })
  await makeDue()
  await runJobs()
  expect((await nextTry())[0]!.getTime() - Date.now()).toBeLessThan(30_000)
  zoom.behave('well')
  await makeDue()
  await runJobs()
  expect(await seats()).toMatchObject([{ state: 'seated', attempts: 3 }])
})

test.for([
  ['is gone', { isGone: true }, /webinar does not exist/],
  ['is full', { capacity: 0 }, /webinar is full/],
  ['takes no registrations', { hasRegistration: false }, /Registration is not switched on/],
] as const)(
  'a webinar that %s fails the webinar seat for good, in words for the organiser',
  async ([, webinar, reason]) => {
    const { register, runJobs, seats, sweep, zoom, makeDue } = await webinarRegistrants({ webinar })
    await register()
    await runJobs()
    expect(await seats()).toMatchObject([
      { state: 'failed', lastError: expect.stringMatching(reason), joinUrl: null },
    ])
    await sweep()
    const { calls } = zoom.counted
    await makeDue()
    await sweep()
    expect(zoom.counted.calls).toBe(calls)
  },
)

test("a try interrupted after Zoom's answer finds its registrant and adds no second one", async () => {
  const { register, runJobs, webinar, zoom, seats, db } = await webinarRegistrants()
  const email = await register()
  await runJobs()
  const [before] = await seats()
  // The state that a process leaves if it is killed at this point.
  await db.update(webinarSeats).set({ state: 'waiting', isInDoubt: true, joinUrl: null })
  await db.update(eventRegistrations).set({ zoomRegistrationId: null })
  await db.execute(sql`update jobs.job set state = 'retry', completed_on = null, start_after = now()
    where name = 'take-webinar-seat'`)
  await runJobs()
  expect(webinar.registrants.map((each) => each.email)).toEqual([email])
  expect([webinar.adds.get(email), zoom.counted.lookUps]).toEqual([1, 1])
  expect(await seats()).toMatchObject([{ state: 'seated', joinUrl: before!.joinUrl }])
  const [registration] = await db.select().from(eventRegistrations)
  expect(registration!.zoomRegistrationId).toBe(webinar.registrants[0]!.id)
})

test('a name that Zoom refuses is sent once more in plain letters', async () => {
  const { register, runJobs, webinar, seats } = await webinarRegistrants()
  await register({ firstName: 'Zoë <3', lastName: 'Straße-O’Neill' })
  await runJobs()
  expect(webinar.registrants).toMatchObject([{ first_name: 'Zoe 3', last_name: 'Strasse-O Neill' }])
  expect(await seats()).toMatchObject([{ state: 'seated', lastError: null }])
})

test('a name that Zoom refuses in plain letters too fails the seat and is named', async () => {
  const { register, runJobs, webinar, seats } = await webinarRegistrants({
    webinar: { refusedNames: /hydra/i },
  })
  const email = await register({ firstName: 'Ada', lastName: 'Hydra!' })
  await runJobs()
  expect(await seats()).toMatchObject([
    {
      state: 'failed',
      lastError: 'Zoom refused the last name: Invalid field. Correct it, then try again.',
    },
  ])
  expect(webinar.adds.get(email)).toBe(2)
})
