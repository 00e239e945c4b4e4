// @module-tag postgres
import { expect, test } from 'vitest'
import {
  changeWebhook,
  sendWebhookAgain,
  switchWebhook,
  testWebhook,
} from '#features/webhooks/contract.ts'
import { openReceiver } from '#tests/support/webhook-receiver.ts'
import { webhookStage } from '#tests/support/webhook-stage.ts'

/** Starts a call and returns a function that ends it; other changes can happen in between. */
async function callUnderWay(status: number) {
  const stage = await webhookStage()
  const told = await stage.receiver()
  const params = { id: told.id }
  await stage.admin.call(testWebhook, { params })
  const answer = Promise.withResolvers<void>()
  const begin = async () => {
    const before = told.counts().calls
    told.behave({ status, after: answer.promise })
    const running = stage.runJobs()
    await expect.poll(() => told.counts().calls).toBe(before + 1)
    return async () => {
      answer.resolve()
      await running
    }
  }
  return { ...stage, told, params, begin }
}

test('a webhook that is led elsewhere during a call is not switched off by what the old address answers', async () => {
  const { admin, told, params, begin, later } = await callUnderWay(410)
  const elsewhere = await openReceiver()
  elsewhere.believe(told.secret)
  const end = await begin()
  const changed = await admin.call(changeWebhook, { params, body: { url: elsewhere.url } })
  expect(changed.status).toBe(200)
  await end()
  expect(await told.read()).toMatchObject({ off: null, failingSince: null })
  await later(6000)
  expect(elsewhere.types()).toEqual(['webhook.test'])
  await elsewhere.close()
})

test('a webhook switched off and on during a call restarts, whatever the result of the call', async () => {
  const { admin, clock, told, params, begin } = await callUnderWay(500)
  const end = await begin()
  clock.set('2026-12-01T08:01:00Z')
  for (const isOn of [false, true]) {
    expect((await admin.call(switchWebhook, { params, body: { isOn } })).status).toBe(200)
  }
  await end()
  expect(await told.read()).toMatchObject({ off: null, failingSince: null })
})

test('a delivery that is sent again during its call has all its tries before it, whatever the call comes to', async () => {
  const { admin, clock, told, params, begin, runJobs } = await callUnderWay(500)
  told.behave({ status: 500 })
  await runJobs()
  const [{ id: deliveryId, attempts } = { id: 0, attempts: 0 }] = await told.deliveries()
  expect(attempts).toBe(1)
  clock.set('2026-12-01T08:00:10Z')
  const end = await begin()
  const again = await admin.call(sendWebhookAgain, { params: { ...params, deliveryId } })
  expect(again.body).toMatchObject({ state: 'waiting', attempts: 0 })
  await end()
  // The call before was the second attempt; the requested one is a first attempt again.
  expect(told.heard).toHaveLength(3)
  expect(await told.deliveries()).toMatchObject([{ state: 'waiting', attempts: 1 }])
})

test('a webhook that is led elsewhere has not failed yet, and tells there at once what waits', async () => {
  const { admin, told, params, runJobs } = await callUnderWay(500)
  told.behave({ status: 500 })
  await runJobs()
  expect((await told.read()).failingSince).not.toBeNull()
  const elsewhere = await openReceiver()
  elsewhere.believe(told.secret)
  await admin.call(changeWebhook, { params, body: { url: elsewhere.url } })
  expect((await told.read()).failingSince).toBeNull()
  await runJobs()
  expect(elsewhere.types()).toEqual(['webhook.test'])
  await elsewhere.close()
})
