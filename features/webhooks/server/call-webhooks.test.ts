// @module-tag postgres
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { listTroubles } from '#features/administrators/contract.ts'
import { erasePerson } from '#features/erasure/contract.ts'
import { replaceFormQuestions } from '#features/form-questions/contract.ts'
import { importAttendees, undoImportBatch } from '#features/imports/contract.ts'
import { cancelRegistration, mergePerson, unsubscribePerson } from '#features/people/contract.ts'
import { registerForEvents } from '#features/registrations/contract.ts'
import {
  rotateSecret,
  sendWebhookAgain,
  switchWebhook,
  testWebhook,
} from '#features/webhooks/contract.ts'
import { retryDelaysMs } from '#features/webhooks/rules.ts'
import { createJobs } from '#platform/jobs/jobs.ts'
import { formQuestionKinds } from '#kernel/values.ts'
import { everySecond, jobHandlers } from '#main/jobs.ts'
import { webhookDeliveries } from '#schema/webhooks.ts'
import { answered } from '#tests/support/answered.ts'
import {
  buildEvent,
  buildPerson,
  buildRegistration,
  buildRegistrations,
  registrationBody,
  editEvent,
} from '#tests/support/builders.ts'
import { webhookStage } from '#tests/support/webhook-stage.ts'

const hour = 3_600_000

test('webhooks about registrations, unsubscriptions and erasures contain ids only', async () => {
  const { admin, call, db, receiver, runJobs } = await webhookStage()
  const told = await receiver()
  const event = await buildEvent(db)
  const body = registrationBody({ eventIds: [event.id] })
  expect((await call(registerForEvents, { body })).status).toBe(200)
  const [{ id: registrationId, key } = { id: 0, key: '' }] = (
    await db.execute<{ id: number; key: string }>(sql`select r.id, u.person_key as key
      from event_registrations r join users u on u.id = r.user_id`)
  ).rows
  await admin.call(cancelRegistration, { params: { id: registrationId } })
  await admin.call(unsubscribePerson, { params: { key }, body: { topics: ['news'] } })
  await runJobs()
  const about = { eventId: event.id, registrationId, personKey: key }
  expect(told.heard.map(({ type, data }) => [type, data])).toEqual([
    ['event.published', { eventId: event.id }],
    ['registration.created', about],
    ['registration.cancelled', about],
    ['person.unsubscribed', { personKey: key, topic: 'news' }],
  ])
  await admin.call(erasePerson, { params: { key } })
  await runJobs()
  expect(told.heard.at(-1)).toMatchObject({ type: 'person.erased', data: { personKey: key } })
  for (const { body: sent } of told.heard) {
    expect(sent).not.toContain(body.email)
    expect(Buffer.byteLength(sent)).toBeLessThan(20_000)
  }
  // Deliveries about an erased person are deleted, too.
  const left = await told.deliveries()
  expect(left.map(({ type }) => type)).toEqual(['person.erased', 'event.published'])
  expect(told.counts().refused).toBe(0)
})

test('a merged person is erased under both keys', async () => {
  const { admin, db, receiver, runJobs } = await webhookStage()
  const event = await buildEvent(db)
  const [one, other] = [await buildPerson(db), await buildPerson(db)]
  for (const { id } of [one, other]) {
    await buildRegistration(db, { userId: id, eventId: event.id })
  }
  const { rows } = await db.execute<{ key: string }>(
    sql`select person_key as key from users where id in (${one.id}, ${other.id}) order by id`,
  )
  const [from, to] = rows.map(({ key }) => key) as [string, string]
  const told = await receiver(['registration.cancelled', 'person.erased'])
  const merged = await admin.call(mergePerson, { params: { key: from }, body: { into: to } })
  expect(merged.status).toBe(200)
  expect((await told.deliveries()).map(({ type }) => type)).toEqual(['registration.cancelled'])
  expect((await admin.call(erasePerson, { params: { key: to } })).status).toBe(200)
  await runJobs()
  expect(told.types()).toEqual(['person.erased', 'person.erased'])
  expect(new Set(told.heard.map(({ data }) => data.personKey))).toEqual(new Set([from, to]))
})

test('rolled-back changes send no webhooks, and webhooks get only their event types', async () => {
  const { db, receiver, runJobs } = await webhookStage()
  const [moved, all] = [await receiver(['event.moved']), await receiver()]
  const event = await buildEvent(db)
  const person = await buildPerson(db)
  const undone = db.transaction(async (tx) => {
    await buildRegistration(tx, { userId: person.id, eventId: event.id })
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  await editEvent(db, event.id, { title: 'Another' })
  await runJobs()
  expect([moved.types(), all.types()]).toEqual([[], ['event.published']])
  const time = { eventTime: '2026-12-11T16:00:00Z', eventEndTime: '2026-12-11T17:00:00Z' }
  await editEvent(db, event.id, time)
  await runJobs()
  expect([moved.types(), all.types()]).toEqual([
    ['event.moved'],
    ['event.published', 'event.moved'],
  ])
})

test('webhooks report an import and its undo for each person', async () => {
  const { admin, db, receiver, runJobs } = await webhookStage()
  const event = await buildEvent(db, { title: 'Harbour lights' })
  const told = await receiver(['registration.created', 'registration.cancelled'])
  const attendees = Array.from({ length: 30 }, (_, index) => ({
    firstName: 'Thandi',
    lastName: `Number ${index}`,
    email: `imported${index}@example.com`,
    eventIdentifier: event.title,
  }))
  const imported = await admin.call(importAttendees, { body: { attendees, batchId: 'list-1' } })
  expect(imported.status).toBe(200)
  await runJobs()
  expect(told.types()).toEqual(Array(30).fill('registration.created'))
  expect(new Set(told.heard.map(({ data }) => data.personKey)).size).toBe(30)
  const undone = await admin.call(undoImportBatch, { params: { id: 'list-1' }, body: {} })
  expect([undone.status, undone.body.message]).toEqual([200, undefined])
  await runJobs()
  expect(told.types().slice(30)).toEqual(Array(30).fill('registration.cancelled'))
  const keys = told.heard.map(({ data }) => data.personKey)
  expect(new Set(keys.slice(30))).toEqual(new Set(keys.slice(0, 30)))
})

test('a delivery is tried ten times over 75 hours with one id; then the webhook is off and on the dashboard', async () => {
  const { admin, clock, later, receiver, runJobs } = await webhookStage()
  const told = await receiver()
  const { id } = told
  told.behave({ status: 500, body: 'curtain-secret' })
  await admin.call(testWebhook, { params: { id } })
  await runJobs()
  for (const [index, delay] of retryDelaysMs.entries()) {
    const [waiting] = await told.deliveries()
    expect(waiting).toMatchObject({ state: 'waiting', attempts: index + 1, status: 500 })
    const wait = Date.parse(waiting!.nextTryAt!) - clock.now().getTime()
    expect(wait).toBeGreaterThanOrEqual(delay)
    expect(wait).toBeLessThanOrEqual(delay * 1.1)
    await later(delay - 1000)
    expect(told.heard).toHaveLength(index + 1)
    await later(delay * 0.1 + 1000)
    expect(told.heard).toHaveLength(index + 2)
  }
  const [given, ...others] = await told.deliveries()
  expect(others).toEqual([])
  expect(given).toMatchObject({ state: 'failed', attempts: 10, failure: 'status', nextTryAt: null })
  expect(told.times.size).toBe(1)
  expect((await told.read()).off).toMatchObject({ for: 'failing' })
  const { body, text } = await admin.call(listTroubles)
  expect(body.troubles).toContainEqual(
    expect.objectContaining({ kind: 'webhooks_off', to: '/admin/settings/webhooks' }),
  )
  expect(text).not.toContain('curtain-secret')
  told.behave({ status: 200 })
  const again = { id, deliveryId: given!.id }
  expect((await admin.call(sendWebhookAgain, { params: again })).status).toBe(409)
  await admin.call(switchWebhook, { params: { id }, body: { isOn: true } })
  expect((await admin.call(sendWebhookAgain, { params: again })).body).toMatchObject({
    state: 'waiting',
  })
  await runJobs()
  expect(await told.deliveries()).toMatchObject([
    { state: 'delivered', status: 200, failure: null },
  ])
  expect([...told.times.values()]).toEqual([11])
  expect((await told.read()).failingSince).toBeNull()
})

test('Retry-After holds all calls of a webhook, and 410 switches it off at once with what waits', async () => {
  const { admin, later, receiver, runJobs } = await webhookStage()
  const told = await receiver()
  const params = { id: told.id }
  told.behave({ status: 429, headers: { 'retry-after': '7200' } })
  await admin.call(testWebhook, { params })
  await runJobs()
  expect((await told.read()).pausedUntil).not.toBeNull()
  told.behave({ status: 200 })
  await later(1.5 * hour)
  expect(told.heard).toHaveLength(1)
  await later(hour)
  expect(told.heard).toHaveLength(2)
  expect((await told.read()).pausedUntil).toBeNull()
  told.behave({ status: 410 })
  await admin.call(testWebhook, { params })
  await runJobs()
  expect((await told.read()).off).toMatchObject({ for: 'gone' })
  told.behave({ status: 200 })
  await later(100 * hour)
  expect(told.heard).toHaveLength(3)
  await admin.call(switchWebhook, { params, body: { isOn: true } })
  await runJobs()
  expect((await told.deliveries()).map(({ state }) => state)).toEqual(['delivered', 'delivered'])
})

test('while a secret is rotated both sign; a day later the new one alone', async () => {
  const { admin, later, receiver, runJobs } = await webhookStage()
  const told = await receiver()
  const params = { id: told.id }
  const { secret } = (await admin.call(rotateSecret, { params })).body
  const tell = async () => {
    await admin.call(testWebhook, { params })
    await runJobs()
  }
  for (const one of [told.secret, secret]) {
    told.believe(one)
    await tell()
  }
  expect(told.counts()).toMatchObject({ calls: 2, refused: 0 })
  expect(told.signatures[0]!.split(' ')).toHaveLength(2)
  await later(25 * hour)
  await tell()
  expect(told.signatures[2]!.split(' ')).toHaveLength(1)
  told.believe(told.secret)
  await tell()
  expect(told.counts().refused).toBe(1)
})

test('a webhook whose secret cannot be opened is off until a new one is made', async () => {
  const { admin, db, receiver, runJobs } = await webhookStage()
  const told = await receiver()
  const params = { id: told.id }
  await admin.call(testWebhook, { params })
  // Simulates a restore: backups do not contain encrypted secrets.
  await db.execute(sql`update webhooks set sealed = null`)
  await runJobs()
  expect((await told.read()).off).toMatchObject({ for: 'lost' })
  const on = await admin.call(switchWebhook, { params, body: { isOn: true } })
  expect([on.status, on.body.message]).toEqual([409, expect.stringContaining('Create a new one')])
  told.believe((await admin.call(rotateSecret, { params })).body.secret)
  await runJobs()
  expect(await told.deliveries()).toMatchObject([{ state: 'delivered' }])
  expect(told.counts().refused).toBe(0)
})

test('two receivers that hang delay no others: a third gets all calls meanwhile', async () => {
  const { app, database, db, receiver } = await webhookStage()
  const hanging = [await receiver(), await receiver()]
  for (const one of hanging) one.behave('hangs')
  const told = await receiver(['registration.created'])
  const event = await buildEvent(db)
  const values = []
  for (let made = 0; made < 60; made++) {
    values.push({ userId: (await buildPerson(db)).id, eventId: event.id })
  }
  await buildRegistrations(db, values)
  const node = createJobs(database)
  await node.start()
  onTestFinished(() => node.stop())
  await node.work(jobHandlers(app.deps), everySecond(app.deps))
  await expect.poll(() => hanging.every(({ counts }) => counts().calls > 0)).toBe(true)
  await expect.poll(() => told.times.size, { timeout: 20_000 }).toBe(60)
  // Later events create no delivery either.
  await buildRegistration(db, { userId: (await buildPerson(db)).id, eventId: event.id })
  await expect.poll(() => told.times.size, { timeout: 20_000 }).toBe(61)
  const tried = sql`attempts > 0 and webhook_id <> ${told.id}`
  expect(await db.$count(webhookDeliveries, tried)).toBe(0)
  for (const one of hanging) await one.close()
})

test('a registration carries its answers, which a body that would be too long leaves out', async () => {
  const { admin, call, db, receiver, runJobs } = await webhookStage()
  const told = await receiver()
  const event = await buildEvent(db)
  const params = { id: event.id }
  const body = formQuestionKinds.map((kind) => answered[kind].question)
  const questions = (await admin.call(replaceFormQuestions, { params, body })).body
  const answers = Object.fromEntries(questions.map(({ id, kind }) => [id, answered[kind].answer]))
  await call(registerForEvents, { body: registrationBody({ eventIds: [event.id], answers }) })
  await runJobs()
  expect(told.heard.at(-1)?.data).toMatchObject({ eventId: event.id, answers })
  const long = questions.map((question) => ({ ...question, kind: 'long' as const }))
  const listed = (await admin.call(replaceFormQuestions, { params, body: long })).body
  const given = Object.fromEntries(listed.map(({ id }) => [id, 'ß'.repeat(4000)]))
  const form = registrationBody({ eventIds: [event.id], answers: given })
  expect((await call(registerForEvents, { body: form })).status).toBe(200)
  await runJobs()
  expect(told.heard.at(-1)?.data).toEqual({
    eventId: event.id,
    registrationId: expect.any(Number),
    personKey: expect.any(String),
  })
})
