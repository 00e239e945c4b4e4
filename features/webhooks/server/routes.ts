import type { FastifyInstance } from 'fastify'
import * as contract from '#features/webhooks/contract.ts'
import { readActor, type Call } from '#platform/http/call.ts'
import { serve } from '#platform/http/serve.ts'
import { listWebhookDeliveries, sendAgain, testWebhook } from './webhook-deliveries.ts'
import {
  addWebhook,
  changeWebhook,
  listWebhooks,
  readWebhook,
  removeWebhook,
  rotateSecret,
  switchWebhook,
} from './webhooks.ts'

/**
 * Adds the API routes by which the admin area manages webhooks: add, change, test, switch off and remove them, and list
 * their deliveries.
 */
export function webhookRoutes(app: FastifyInstance) {
  const { clock, config, db, settingsStore, time } = app.deps
  const networks = config.webhookNetworks
  const deedOf = async (call: Call) => ({
    actor: await readActor(call),
    now: clock.now(),
    time: time(),
    networks,
    seal: settingsStore.seal,
  })

  serve(app, contract.listWebhooks, async () => ({
    webhooks: await listWebhooks(db),
    allowsPlain: networks.length > 0,
  }))
  serve(app, contract.addWebhook, async ({ body }, call) =>
    addWebhook(db, body, await deedOf(call)),
  )
  serve(app, contract.changeWebhook, async ({ params, body }, call) => {
    await changeWebhook(db, params.id, body, await deedOf(call))
    return readWebhook(db, params.id)
  })
  serve(app, contract.removeWebhook, async ({ params }, call) => {
    await removeWebhook(db, params.id, await deedOf(call))
    return { id: params.id }
  })
  serve(app, contract.rotateSecret, async ({ params }, call) =>
    rotateSecret(db, params.id, await deedOf(call)),
  )
  serve(app, contract.switchWebhook, async ({ params, body }, call) => {
    await switchWebhook(db, params.id, body.isOn, await deedOf(call))
    return readWebhook(db, params.id)
  })
  serve(app, contract.testWebhook, async ({ params }, call) =>
    testWebhook(db, params.id, await deedOf(call)),
  )
  serve(app, contract.listWebhookCalls, ({ params, query }) =>
    listWebhookDeliveries(db, params.id, query),
  )
  serve(app, contract.sendWebhookAgain, async ({ params: { id, deliveryId } }, call) =>
    sendAgain(db, { webhookId: id, deliveryId }, await deedOf(call)),
  )
}
