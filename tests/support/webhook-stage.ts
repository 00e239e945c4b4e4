import { onTestFinished } from 'vitest'
import { addWebhook, listWebhookCalls, listWebhooks } from '#features/webhooks/contract.ts'
import { webhookEvents, type WebhookEvent } from '#kernel/values.ts'
import { testApp } from './test-app.ts'
import { openReceiver } from './webhook-receiver.ts'

/** Starts a site that may call this machine, with an administrator and a verifying receiver. */
export async function webhookStage({ config, ...options }: Parameters<typeof testApp>[0] = {}) {
  const site = await testApp({
    ...options,
    config: { webhookNetworks: ['127.0.0.0/8'], ...config },
  })
  let caller = await site.asAdmin()
  const call: typeof caller.call = (...asked) => caller.call(...asked)
  const admin = { call }

  async function receiver(events: WebhookEvent[] = [...webhookEvents]) {
    const opened = await openReceiver()
    onTestFinished(() => opened.close())
    const added = await admin.call(addWebhook, { body: { url: opened.url, events } })
    if (added.status !== 200) throw new Error(added.text)
    const { id, secret } = added.body
    opened.believe(secret)
    const deliveries = async () =>
      (await admin.call(listWebhookCalls, { params: { id } })).body.deliveries
    const read = async () =>
      (await admin.call(listWebhooks)).body.webhooks.find((one) => one.id === id)!
    return { ...opened, id, secret, deliveries, read }
  }
  /** Advances the clock, runs what is due, and signs the administrator in again. */
  async function later(ms: number) {
    site.clock.set(new Date(site.clock.now().getTime() + ms))
    caller = await site.asAdmin()
    await site.runJobs()
  }
  return { ...site, admin, receiver, later }
}
