import { expect, test } from 'vitest'
import { cancelRegistration } from '#features/people/contract.ts'
import { registerForEvents } from '#features/registrations/contract.ts'
import { retryWebinarSeat } from '#features/webinars/contract.ts'
import { webinarDenials } from '#schema/webinars.ts'
import { registrationBody } from '#tests/support/builders.ts'
import { webinarId, webinarStage } from '#tests/support/webinar-stage.ts'

test('late and out-of-order webhooks about a registrant change nothing', async () => {
  const { register, sendWebhook, seats, clock } = await webinarStage()
  const registrant = await register()
  const object = { id: Number(webinarId), registrant }
  const after = (seconds: number) => new Date(clock.now().getTime() + seconds * 1000)
  const seated = { state: 'seated', joinUrl: registrant.join_url }
  await sendWebhook('webinar.registration_cancelled', object, after(-60))
  expect(await seats()).toMatchObject([seated])
  await sendWebhook('webinar.registration_cancelled', object, after(20))
  expect(await seats()).toMatchObject([{ state: 'withdrawn', statusAt: after(20) }])
  await sendWebhook('webinar.registration_approved', object, after(10))
  expect(await seats()).toMatchObject([{ state: 'withdrawn' }])
  await sendWebhook('webinar.registration_approved', object, after(30))
  await sendWebhook('webinar.registration_denied', object, after(25))
  expect(await seats()).toMatchObject([{ ...seated, statusAt: after(30) }])
})

test.for([
  ['approved', 'seated'],
  ['denied', 'withdrawn'],
] as const)(
  'of two webhooks of one moment, Zoom’s own list decides: %s there is %s here',
  async ([status, state]) => {
    const { register, sendWebhook, seats, runJobs, clock, zoom } = await webinarStage()
    const registrant = await register()
    const object = { id: Number(webinarId), registrant }
    const at = new Date(clock.now().getTime() + 5000)
    clock.set(new Date(clock.now().getTime() + 10_000))
    const order = ['approved', 'cancelled'] as const
    for (const name of state === 'seated' ? order : order.toReversed()) {
      await sendWebhook(`webinar.registration_${name}`, { ...object, how: name }, at)
    }
    registrant.status = status
    await runJobs()
    expect(await seats()).toMatchObject([{ state, isInDoubt: false }])
    expect([zoom.counted.adds, zoom.counted.lookUps > 0]).toEqual([1, true])
  },
)

test('a person who was cancelled in Zoom and registers again gets a seat, one whom the host denied does not', async () => {
  const { register, sendWebhook, seats, runJobs, event, call } = await webinarStage()
  const again = async ({ email }: { email: string }) => {
    const body = registrationBody({ eventIds: [event.id], email })
    await call(registerForEvents, { body })
    await runJobs()
  }
  const registrant = await register()
  const object = { id: Number(webinarId), registrant }
  registrant.status = 'denied'
  await sendWebhook('webinar.registration_cancelled', object)
  await again(registrant)
  expect(registrant.status).toBe('approved')
  expect(await seats()).toMatchObject([{ state: 'seated', joinUrl: registrant.join_url }])
  registrant.status = 'denied'
  await sendWebhook('webinar.registration_denied', object)
  await again(registrant)
  expect(await seats()).toMatchObject([{ state: 'withdrawn', lastError: 'Denied in Zoom' }])
})

test.for(['before', 'after'])(
  'a person whom the host denied %s they gave up the seat is not let in when they register again',
  async (order) => {
    const { register, sendWebhook, seats, runJobs, event, call, asAdmin, db } = await webinarStage()
    const admin = await asAdmin()
    const registrant = await register()
    const object = { id: Number(webinarId), registrant }
    const [seat] = await seats()
    const params = { id: seat!.registrationId }
    const deny = () => sendWebhook('webinar.registration_denied', object)
    async function again() {
      await call(registerForEvents, {
        body: registrationBody({ eventIds: [event.id], email: registrant.email }),
      })
      await runJobs()
    }
    if (order === 'before') await deny()
    expect((await admin.call(cancelRegistration, { params })).status).toBe(200)
    await runJobs()
    registrant.status = 'denied'
    if (order === 'after') await deny()
    await again()
    expect(registrant.status).toBe('denied')
    const [denied] = await seats()
    expect(denied).toMatchObject({ state: 'withdrawn', lastError: 'Denied in Zoom' })
    expect(await db.$count(webinarDenials)).toBe(1)
    // An administrator can override the denial.
    const { registrationId } = denied!
    await admin.call(retryWebinarSeat, { params: { registrationId } })
    await runJobs()
    expect(registrant.status).toBe('approved')
    expect(await seats()).toMatchObject([{ state: 'seated', lastError: null }])
    expect(await db.$count(webinarDenials)).toBe(0)
  },
)

test('the host may approve in Zoom a person whom they denied, and a late denial counts for a new seat', async () => {
  const { register, sendWebhook, seats, runJobs, event, call, asAdmin, db, clock } =
    await webinarStage()
  const admin = await asAdmin()
  const registrant = await register()
  const object = { id: Number(webinarId), registrant }
  const [seat] = await seats()
  const moment = new Date(clock.now().getTime() + 1000)
  await admin.call(cancelRegistration, { params: { id: seat!.registrationId } })
  await runJobs()
  registrant.status = 'denied'
  clock.set(new Date(clock.now().getTime() + 60_000))
  const body = registrationBody({ eventIds: [event.id], email: registrant.email })
  await call(registerForEvents, { body })
  await sendWebhook('webinar.registration_denied', object, moment)
  await runJobs()
  expect(await seats()).toMatchObject([{ state: 'withdrawn', lastError: 'Denied in Zoom' }])
  registrant.status = 'approved'
  await sendWebhook('webinar.registration_approved', object)
  expect(await seats()).toMatchObject([{ state: 'seated', lastError: null }])
  expect(await db.$count(webinarDenials)).toBe(0)
})

test('an address in a webhook is cleaned before it is compared', async () => {
  const { register, sendWebhook, seats } = await webinarStage()
  const { email } = await register()
  const registrant = { id: 'another', email: `\u200B<${email.toUpperCase()}>` }
  await sendWebhook('webinar.registration_cancelled', { id: Number(webinarId), registrant })
  expect(await seats()).toMatchObject([{ state: 'withdrawn' }])
})

test.for([
  ['answers', 'cancelled', 'withdrawn'],
  ['hangs up', 'approved', 'seated'],
] as const)(
  'if Zoom %s after a newer webhook, the seat keeps the status of the webhook: %s',
  async ([how, status, state]) => {
    const { sendWebhook, seats, runJobs, event, call, zoom, clock, webinar } = await webinarStage()
    const body = registrationBody({ eventIds: [event.id] })
    await call(registerForEvents, { body })
    const after = (seconds: number) => new Date(clock.now().getTime() + seconds * 1000)
    const registrant = { id: 'r1', email: body.email, join_url: 'https://zoom.example/w/1?tk=1' }
    zoom.behave({
      async meanwhile() {
        zoom.behave('well')
        const object = { id: Number(webinarId), registrant }
        await sendWebhook(`webinar.registration_${status}`, object, after(20))
        if (how === 'hangs up') await zoom.close()
      },
    })
    await runJobs()
    expect(webinar.registrants).toMatchObject([{ email: body.email }])
    expect(await seats()).toMatchObject([{ state, isInDoubt: false, statusAt: after(20) }])
  },
)
