import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { registerForEvents } from '#features/registrations/contract.ts'
import {
  getWebinarSeatSetup,
  listWebinarSeats,
  retryWebinarSeat,
  retryWebinarSeats,
} from '#features/webinars/contract.ts'
import type { ReplyOf } from '#kernel/endpoint.ts'
import { events } from '#schema/events.ts'
import { webinarSeats, zoomWebinarMappings } from '#schema/webinars.ts'
import { buildEvent, registrationBody } from '#tests/support/builders.ts'
import { testApp } from '#tests/support/test-app.ts'
import { webinarId, webinarStage } from '#tests/support/webinar-stage.ts'
import { startZoomServer } from '#tests/support/zoom-server.ts'

test(
  'the admin area lists webinar seats in pages with reason and next try, and one that failed is tried again',
  { tags: 'postgres' },
  async () => {
    const { register, asAdmin, webinar, event, zoom, db, runJobs } = await webinarStage()
    const admin = await asAdmin()
    await register()
    webinar.capacity = 1
    await register()
    await zoom.close()
    await register()
    const all = await admin.call(listWebinarSeats)
    expect(all.body.counts).toEqual({ waiting: 1, seated: 1, pending: 0, failed: 1, withdrawn: 0 })
    expect(all.body.seats.map(({ state, lastError }) => [state, lastError])).toEqual([
      ['waiting', 'Zoom cannot be reached: ECONNREFUSED'],
      ['failed', 'The webinar is full. Raise its capacity in Zoom, then try again.'],
      ['seated', null],
    ])
    const [waiting, failed, seated] = all.body.seats
    expect(new Date(waiting!.nextTryAt!).getTime()).toBeGreaterThan(Date.now() - 60_000)
    expect(failed).toMatchObject({ name: 'Thandi Nkosi', eventTitle: event.title, attempts: 1 })
    const ask = async (query: string) =>
      (await admin.send({ url: `/api/admin/seats?${query}` })).json<typeof all.body>()
    const page = await ask(`eventId=${event.id}&limit=2`)
    expect([page.seats.length, page.nextBefore]).toEqual([2, failed!.registrationId])
    expect((await ask(`before=${page.nextBefore}`)).seats).toEqual([seated])
    expect((await ask('state=failed')).seats).toEqual([failed])
    expect((await ask('eventId=99')).seats).toEqual([])

    await zoom.open()
    webinar.capacity = 10
    for (const { registrationId } of [waiting!, failed!]) {
      const { status, body } = await admin.call(retryWebinarSeat, { params: { registrationId } })
      expect([status, body.state]).toEqual([200, 'waiting'])
    }
    await runJobs()
    expect((await admin.call(listWebinarSeats)).body.counts.seated).toBe(3)
    expect([...webinar.adds.values()]).toEqual([1, 2, 1])

    const again = (registrationId: number) =>
      admin.call(retryWebinarSeat, { params: { registrationId } })
    expect((await again(failed!.registrationId)).status).toBe(409)
    expect((await again(99)).status).toBe(404)
    await db.update(webinarSeats).set({ state: 'failed' })
    await db.update(events).set({ cancelledAt: new Date() }).where(eq(events.id, event.id))
    expect((await again(failed!.registrationId)).body.message).toMatch(/^Zoom registration starts/)
  },
)

test('a registrant cancelled in Zoom is restored by approval, because adding again fails', async () => {
  const { register, sendWebhook, asAdmin, webinar, runJobs, seats } = await webinarStage()
  const registrant = await register()
  registrant.status = 'denied'
  await sendWebhook('webinar.registration_cancelled', { id: Number(webinarId), registrant })
  const [seat] = await seats()
  const admin = await asAdmin()
  await admin.call(retryWebinarSeat, { params: { registrationId: seat!.registrationId } })
  await runJobs()
  expect(registrant.status).toBe('approved')
  expect(webinar.registrants).toHaveLength(1)
  expect(await seats()).toMatchObject([{ state: 'seated', joinUrl: registrant.join_url }])
})

test('the admin area says whether Zoom is configured, and what that means', async () => {
  const on = await testApp({ config: { zoom: (await startZoomServer()).config } })
  const set = await (await on.asAdmin()).call(getWebinarSeatSetup)
  expect(set.body).toMatchObject({
    isConfigured: true,
    notes: [expect.stringMatching(/^No public address is set/)],
  })
  const off = await testApp()
  const unset = await (await off.asAdmin()).call(getWebinarSeatSetup)
  expect(unset.body.isConfigured).toBe(false)
  expect(unset.body.notes[0]).toMatch(/^Zoom is not connected: no one is registered/)
})

test(
  'all webinar seats that failed are tried again at once, of one event or of the people found',
  { tags: 'postgres' },
  async () => {
    const { db, call, asAdmin, webinar, event, zoom, runJobs, seats } = await webinarStage()
    const second = zoom.addWebinar('82222222222', { capacity: 0 })
    const other = await buildEvent(db, { title: 'Another evening' })
    await db.insert(zoomWebinarMappings).values({ eventId: other.id, webinarId: '82222222222' })
    webinar.capacity = 0
    for (const [firstName, lastName] of [
      ['Łukasz', 'Żółć'],
      ['Thandi', 'Nkosi'],
      ['Zanele', 'Nkosi'],
    ]) {
      const eventIds = [event.id, other.id]
      await call(registerForEvents, { body: registrationBody({ firstName, lastName, eventIds }) })
    }
    await runJobs()
    const admin = await asAdmin()
    const failed = async (query = '') => {
      const url = `/api/admin/seats?${new URLSearchParams({ search: query })}`
      const body = (await admin.send({ url })).json<ReplyOf<typeof listWebinarSeats>>()
      return [body.counts.failed, body.seats.filter(({ state }) => state === 'failed').length]
    }
    expect([await failed(), await failed('nkosi'), await failed('zolc LUKASZ')]).toEqual([
      [6, 6],
      [4, 4],
      [2, 2],
    ])
    expect([await failed('żołc zanele'), await failed('zanele @example nkosi')]).toEqual([
      [0, 0],
      [2, 2],
    ])
    const again = (body: object) => admin.call(retryWebinarSeats, { body })
    webinar.capacity = 10
    second.capacity = 10
    expect((await again({ eventId: event.id, search: 'nkosi' })).body).toEqual({ seats: 2 })
    await runJobs()
    expect([webinar.registrants.length, second.registrants.length]).toEqual([2, 0])
    // A clear refusal leaves no doubt, so no registrant is looked up.
    expect(zoom.counted.lookUps).toBe(0)
    expect((await again({})).body).toEqual({ seats: 4 })
    await runJobs()
    expect([webinar.registrants.length, second.registrants.length]).toEqual([3, 3])
    expect(new Set((await seats()).map(({ state }) => state))).toEqual(new Set(['seated']))
    expect((await again({})).body.message).toMatch(/none failed/)
    await db.update(webinarSeats).set({ state: 'failed' })
    await db.update(events).set({ cancelledAt: new Date() }).where(eq(events.id, event.id))
    expect([(await again({ eventId: event.id })).status, (await again({})).body]).toEqual([
      409,
      { seats: 3 },
    ])
  },
)
