// @module-tag postgres
import { asc } from 'drizzle-orm'
import { expect, test } from 'vitest'
import * as contract from '#features/mails/contract.ts'
import { registerForEvents } from '#features/registrations/contract.ts'
import { outboxEntries } from '#schema/mails.ts'
import { buildEvent, registrationBody } from '#tests/support/builders.ts'
import { startMailServer } from '#tests/support/mail-server.ts'
import { testApp } from '#tests/support/test-app.ts'

/** Creates three people, two events and one permanently failed mail per person. */
async function appWithFailures() {
  const server = await startMailServer()
  const app = await testApp({
    config: { smtpUrl: server.url, mailFrom: 'hello@lights.example' },
  })
  const { db, call, asAdmin, runJobs, database } = app
  const [first, second] = [await buildEvent(db), await buildEvent(db)]
  for (const [name, event] of [
    ['zola', first],
    ['zanele', first],
    ['thabo', second],
  ] as const) {
    const body = registrationBody({ email: `${name}@example.com`, eventIds: [event.id] })
    await call(registerForEvents, { body })
  }
  const admin = await asAdmin()
  async function fail() {
    await db.update(outboxEntries).set({ state: 'failed', attempts: 1, lastError: 'full' })
    await database.pool.query(`delete from jobs.job where name = 'send-message'`)
  }
  await fail()
  const retry = async (body: Record<string, unknown>) => {
    const answer = await admin.call(contract.retryOutboxEntries, { body })
    await runJobs()
    return answer.body
  }
  const states = async () =>
    (await db.select().from(outboxEntries).orderBy(asc(outboxEntries.id))).map(
      ({ email, state }) => `${email.split('@')[0]} ${state}`,
    )
  return { ...app, server, first, second, admin, retry, states, fail }
}

test('all failed mails are tried again at once, each with what it carries', async () => {
  const { retry, states, server } = await appWithFailures()
  expect(await retry({})).toEqual({ mails: 3 })
  expect(server.mails).toHaveLength(3)
  expect(new Set(await states())).toEqual(new Set(['zola sent', 'zanele sent', 'thabo sent']))
  expect(await retry({})).toEqual({ mails: 0 })
  expect(server.mails).toHaveLength(3)
})

test('failed mails of one event or address part are retried without the others', async () => {
  const { retry, states, server, first } = await appWithFailures()
  expect(await retry({ eventId: first.id, email: 'ZAN' })).toEqual({ mails: 1 })
  expect(server.mails).toHaveLength(1)
  const left = await states()
  expect(new Set(left)).toEqual(new Set(['zola failed', 'zanele sent', 'thabo failed']))
  expect(await retry({ eventId: first.id })).toEqual({ mails: 1 })
  expect(new Set(await states())).toEqual(new Set(['zola sent', 'zanele sent', 'thabo failed']))
})

test('mails that wait an hour for their next try are sent when the mail server is back', async () => {
  const { call, db, server, runJobs, retry } = await appWithFailures()
  await server.close()
  const event = await buildEvent(db)
  await call(registerForEvents, {
    body: registrationBody({ email: 'late@example.com', eventIds: [event.id] }),
  })
  await runJobs()
  await server.open()
  await runJobs()
  expect(server.mails).toHaveLength(0)
  expect(await retry({ state: 'waiting' })).toEqual({ mails: 1 })
  expect(server.mails).toHaveLength(1)
})

test('mails in doubt, sent and left out are never repeated with all others', async () => {
  const { db, retry, server, admin } = await appWithFailures()
  await db.update(outboxEntries).set({ state: 'unknown' })
  expect(await retry({})).toEqual({ mails: 0 })
  await db.update(outboxEntries).set({ state: 'skipped' })
  expect(await retry({ state: 'waiting' })).toEqual({ mails: 0 })
  const refused = await admin.call(contract.retryOutboxEntries, { body: { state: 'sent' } })
  expect(refused.status).toBe(400)
  expect(server.mails).toHaveLength(0)
})
