// @module-tag postgres-only
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { erasePerson } from '#features/erasure/contract.ts'
import { registerForEvents } from '#features/registrations/contract.ts'
import { removeWebhook, testWebhook } from '#features/webhooks/contract.ts'
import { users } from '#schema/people.ts'
import { eventRegistrations } from '#schema/registrations.ts'
import { webhookDeliveries, webhooks } from '#schema/webhooks.ts'
import { buildEvent, buildPerson, registrationBody } from '#tests/support/builders.ts'
import { webhookStage } from '#tests/support/webhook-stage.ts'
import { lockWebhook } from './webhooks.ts'

const waitingForLock = sql`select pid from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`

test('people who register while a webhook is deleted are registered', async () => {
  const { admin, call, db, receiver } = await webhookStage()
  const told = await receiver()
  await admin.call(testWebhook, { params: { id: told.id } })
  const event = await buildEvent(db)
  const register = () =>
    call(registerForEvents, { body: registrationBody({ eventIds: [event.id] }) })
  const going = Promise.withResolvers<void>()
  const removal = db.transaction(async (tx) => {
    await tx.delete(webhooks).where(eq(webhooks.id, told.id))
    await going.promise
  })
  const meanwhile = register()
  await expect
    .poll(async () => (await db.execute(waitingForLock)).rows.length, { timeout: 20_000 })
    .toBe(1)
  going.resolve()
  await removal
  expect((await meanwhile).status).toBe(200)
  expect((await register()).status).toBe(200)
  expect(await db.$count(eventRegistrations)).toBe(2)
})

test('a webhook is removed with its deliveries, and nothing is noted for it any more', async () => {
  const { admin, db, receiver } = await webhookStage()
  const told = await receiver()
  await admin.call(testWebhook, { params: { id: told.id } })
  expect((await admin.call(removeWebhook, { params: { id: told.id } })).status).toBe(200)
  await buildEvent(db)
  expect([await db.$count(webhooks), await db.$count(webhookDeliveries)]).toEqual([0, 0])
})

test('a person is erased while another call locks a webhook', async () => {
  const { admin, db, receiver } = await webhookStage()
  const told = await receiver()
  const event = await buildEvent(db)
  const person = await buildPerson(db)
  await db.insert(eventRegistrations).values({ userId: person.id, eventId: event.id })
  const [{ key } = { key: '' }] = await db
    .select({ key: users.personKey })
    .from(users)
    .where(eq(users.id, person.id))
  const status = await db.transaction(async (tx) => {
    await lockWebhook(tx, told.id)
    const erased = await admin.call(erasePerson, { params: { key } })
    // Switching on takes the locks in the order that an earlier erasure took.
    await tx
      .update(webhookDeliveries)
      .set({ attempts: 0 })
      .where(eq(webhookDeliveries.webhookId, told.id))
    return erased.status
  })
  expect(status).toBe(200)
})
