import { expect, test } from 'vitest'
import { listAuditLog, listTroubles } from '#features/administrators/contract.ts'
import { confirmPassword } from '#features/sign-in/contract.ts'
import {
  addWebhook,
  changeWebhook,
  listWebhookCalls,
  listWebhooks,
  removeWebhook,
  rotateSecret,
  sendWebhookAgain,
  switchWebhook,
  testWebhook,
} from '#features/webhooks/contract.ts'
import { webhooks } from '#schema/webhooks.ts'
import { administrator, testApp } from '#tests/support/test-app.ts'
import { webhookStage } from '#tests/support/webhook-stage.ts'

const url = 'https://hooks.example.org/greenroom?word=curtain'
const events = ['registration.created', 'event.moved']

test('a secret is returned once, stored encrypted, and absent from lists and logs', async () => {
  const { asAdmin, db } = await testApp()
  const admin = await asAdmin()
  const added = await admin.call(addWebhook, { body: { url, events } })
  expect(added.status).toBe(200)
  const { id, secret } = added.body
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  const read = await admin.call(listWebhooks)
  expect(read.body).toMatchObject({
    allowsPlain: false,
    webhooks: [{ id, url, events, off: null, failingSince: null, waiting: 0, failed: 0 }],
  })
  const rotated = await admin.call(rotateSecret, { params: { id } })
  expect(rotated.body.secret).not.toBe(secret)
  expect(rotated.body.formerSecretUntil).toBe('2026-12-02T08:00:00.000Z')
  const [row] = await db.select().from(webhooks)
  const log = await admin.call(listAuditLog)
  const kept = [read.text, log.text, row!.sealed!.toString('latin1'), JSON.stringify(row)].join()
  for (const one of [secret, rotated.body.secret]) expect(kept).not.toContain(one.slice(6))
  expect(log.text).toContain('"subject":"hooks.example.org"')
  expect(log.text).not.toContain('curtain?')
  expect(log.text).not.toContain('word=')
})

test('creating a webhook, changing its address or secret needs a recent password', async () => {
  const { asAdmin, clock } = await testApp()
  const admin = await asAdmin()
  const { id } = (await admin.call(addWebhook, { body: { url, events } })).body
  const params = { id }
  const asks = () => [
    admin.call(addWebhook, { body: { url, events } }),
    admin.call(changeWebhook, { params, body: { url: `${url}&more` } }),
    admin.call(rotateSecret, { params }),
  ]
  clock.set('2026-12-01T08:16:00Z')
  for (const ask of asks()) {
    expect(await ask).toMatchObject({ status: 401, body: { code: 'password_needed' } })
  }
  await admin.call(confirmPassword, { body: { password: administrator.password } })
  for (const ask of asks()) expect((await ask).status).toBe(200)
  const { body } = await admin.call(listWebhooks)
  expect(body.webhooks.map((one) => one.url)).toEqual([`${url}&more`, url])
})

test('invalid addresses and events are rejected by field, and nothing is stored', async () => {
  const { asAdmin, db } = await testApp()
  const admin = await asAdmin()
  for (const [field, body] of [
    ['url', { events }],
    ['url', { url: 'hooks.example.org', events }],
    ['url', { url: 'ftp://hooks.example.org', events }],
    ['url', { url: 'https://me:mine@hooks.example.org', events }],
    ['url', { url: `https://hooks.example.org/${'x'.repeat(2000)}`, events }],
    ['url', { url: 'http://hooks.example.org', events }],
    ['url', { url: 'https://127.0.0.1/hook', events }],
    ['url', { url: 'https://2130706433/hook', events }],
    ['url', { url: 'https://[::ffff:10.0.0.1]/hook', events }],
    ['events', { url }],
    ['events', { url, events: [] }],
    ['events.0', { url, events: ['registration.made'] }],
    ['events', { url, events: ['event.moved', 'event.moved'] }],
  ] as const) {
    const answer = await admin.call(addWebhook, { body: body as Record<string, unknown> })
    expect([answer.status, answer.body.errors?.[0]?.field]).toEqual([400, field])
  }
  expect(await db.$count(webhooks)).toBe(0)
})

test('twenty webhooks are enough, and a node that can seal nothing makes none', async () => {
  const { asAdmin } = await testApp()
  const admin = await asAdmin()
  for (let made = 0; made < 20; made++) {
    expect((await admin.call(addWebhook, { body: { url, events } })).status).toBe(200)
  }
  expect((await admin.call(addWebhook, { body: { url, events } })).status).toBe(409)
  const bare = await testApp({
    config: { databaseUrl: 'postgres://shared', settingsKey: undefined },
  })
  const answer = await (await bare.asAdmin()).call(addWebhook, { body: { url, events } })
  expect([answer.status, answer.body.message]).toEqual([
    409,
    expect.stringContaining('SETTINGS_KEY'),
  ])
})

test('unknown webhooks are not found, and switched-off ones send nothing', async () => {
  const { admin, receiver, runJobs } = await webhookStage()
  const { id, heard } = await receiver()
  const unknown = { id: 999, deliveryId: 999 }
  for (const entry of [changeWebhook, rotateSecret, removeWebhook, testWebhook, sendWebhookAgain]) {
    const body = entry.method === 'DELETE' ? undefined : {}
    expect((await admin.call(entry, { params: unknown, body })).status).toBe(404)
  }
  expect((await admin.call(listWebhookCalls, { params: unknown })).status).toBe(404)
  expect((await admin.call(sendWebhookAgain, { params: { id, deliveryId: 999 } })).status).toBe(404)
  const params = { id }
  const off = await admin.call(switchWebhook, { params, body: { isOn: false } })
  expect(off.body.off).toEqual({ since: '2026-12-01T08:00:00.000Z', for: 'hand' })
  expect((await admin.call(testWebhook, { params })).status).toBe(409)
  // An administrator switched it off, so it is not reported as a problem.
  expect((await admin.call(listTroubles)).text).not.toContain('webhooks_off')
  await admin.call(switchWebhook, { params, body: { isOn: true } })
  expect((await admin.call(testWebhook, { params })).status).toBe(200)
  await runJobs()
  expect(heard).toMatchObject([{ type: 'webhook.test', data: {} }])
  expect((await admin.call(removeWebhook, { params })).body).toEqual({ id })
  const { body } = await admin.call(listAuditLog)
  expect(JSON.stringify(body)).toContain('webhook_switched_off')
})
