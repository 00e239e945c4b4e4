import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { getSeatSetup, listSeats, repeatSeat } from '#shared/contract/seats.ts'
import { webinarSeats } from '#server/db/messages-schema.ts'
import { events } from '#server/db/schema.ts'
import { testApp } from '#tests/support/test-app.ts'
import { webinarId, webinarStage } from '#tests/support/webinar-stage.ts'
import { startZoomServer } from '#tests/support/zoom-server.ts'

test('the desk lists seats in pages with reason and next try, and one that failed is tried again', async () => {
  const { register, asAdmin, webinar, event, zoom, db, runJobs } = await webinarStage()
  const admin = await asAdmin()
  await register()
  webinar.capacity = 1
  await register()
  await zoom.close()
  await register()
  const all = await admin.call(listSeats)
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
    const { status, body } = await admin.call(repeatSeat, { params: { registrationId } })
    expect([status, body.state]).toEqual([200, 'waiting'])
  }
  await runJobs()
  expect((await admin.call(listSeats)).body.counts.seated).toBe(3)
  expect([...webinar.adds.values()]).toEqual([1, 2, 1])

  const again = (registrationId: number) => admin.call(repeatSeat, { params: { registrationId } })
  expect((await again(failed!.registrationId)).status).toBe(409)
  expect((await again(99)).status).toBe(404)
  await db.update(webinarSeats).set({ state: 'failed' })
  await db.update(events).set({ cancelledAt: new Date() }).where(eq(events.id, event.id))
  expect((await again(failed!.registrationId)).body.message).toMatch(/^No seats are taken/)
})

test('somebody cancelled in Zoom is let back in by approval, since adding them again fails', async () => {
  const { register, tell, asAdmin, webinar, runJobs, seats } = await webinarStage()
  const registrant = await register()
  registrant.status = 'denied'
  await tell('webinar.registration_cancelled', { id: Number(webinarId), registrant })
  const [seat] = await seats()
  const admin = await asAdmin()
  await admin.call(repeatSeat, { params: { registrationId: seat!.registrationId } })
  await runJobs()
  expect(registrant.status).toBe('approved')
  expect(webinar.registrants).toHaveLength(1)
  expect(await seats()).toMatchObject([{ state: 'seated', joinUrl: registrant.join_url }])
})

test('the desk says whether Zoom is configured, and what that means', async () => {
  const on = await testApp({ config: { zoom: (await startZoomServer()).config } })
  const set = await (await on.asAdmin()).call(getSeatSetup)
  expect(set.body).toMatchObject({
    isConfigured: true,
    notes: [expect.stringMatching(/^No PUBLIC_URL/)],
  })
  const off = await testApp()
  const unset = await (await off.asAdmin()).call(getSeatSetup)
  expect(unset.body.isConfigured).toBe(false)
  expect(unset.body.notes[0]).toMatch(/^Zoom is not configured: no seats are taken/)
})
