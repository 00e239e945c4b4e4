// @module-tag postgres
import { expect, test } from 'vitest'
import {
  getMailingList,
  listMailingListMembers,
  retrySyncs,
} from '#features/newsletter/contract.ts'
import { consents, mailingListMembers, mailingListPace } from '#schema/newsletter.ts'
import { users } from '#schema/people.ts'
import { buildEvent } from '#tests/support/builders.ts'
import { mailingListApp } from '#tests/support/mailing-list-app.ts'

test('while MailerLite is down people register, and afterwards each is there exactly once', async () => {
  const { db, lite, later, register, told, states, asAdmin } = await mailingListApp()
  const event = await buildEvent(db)
  await lite.close()
  const emails = []
  for (let index = 0; index < 8; index++) emails.push(await register({ eventIds: [event.id] }))
  await later(1)
  await register({ email: emails[0], eventIds: [event.id] })
  await later(60)
  expect([await states(), lite.calls]).toEqual([Array(8).fill('waiting'), []])
  const admin = await asAdmin()
  expect((await admin.call(getMailingList)).body.troubled).toBe(8)
  const [last] = (await admin.call(listMailingListMembers)).body.members
  expect(last!.lastError).toBe('MailerLite could not be reached: ECONNREFUSED')
  expect(Date.parse(last!.nextTryAt!)).toBeGreaterThan(Date.now())
  await lite.open()
  lite.behave(503)
  await later(60)
  expect(await states()).toEqual(Array(8).fill('waiting'))
  lite.behave('well')
  await later(60)
  await later(60)
  expect(await states()).toEqual(Array(8).fill('synced'))
  const taken = told().filter(({ status }) => status === 201)
  expect(taken.map((call) => String(call.body!.email)).toSorted()).toEqual(emails.toSorted())
  expect(told().filter(({ status }) => status === 200)).toEqual([])
  expect(lite.subscribers.size).toBe(8)
  expect(lite.groups).toHaveLength(2)
})

test('a 429 with Retry-After keeps everybody from calling until then, and costs no try', async () => {
  const { db, database, lite, clock, later, register, runJobs, told, states } =
    await mailingListApp()
  lite.behave({ retryAfter: 90 })
  for (let index = 0; index < 5; index++) await register()
  await runJobs()
  expect(told().map(({ status }) => status)).toEqual([429])
  const [pace] = await db.select().from(mailingListPace)
  expect(pace!.closedUntil).toEqual(new Date(clock.now().getTime() + 90_000))
  const { rows } = await database.pool.query(`
    select retry_count, retry_limit, extract(epoch from start_after - now())::int as wait
    from jobs.job where name = 'sync-subscriber' order by created_on`)
  expect(rows).toHaveLength(5)
  for (const row of rows) {
    expect(row.retry_limit - row.retry_count).toBeGreaterThanOrEqual(110 - 1)
    expect(row.wait).toBeGreaterThan(80)
    expect(row.wait).toBeLessThan(100)
  }
  lite.behave('well')
  await later(89)
  expect(told()).toHaveLength(1)
  await later(2)
  expect(await states()).toEqual(Array(5).fill('synced'))
  expect(told().map(({ status }) => status)).toEqual([429, ...Array(5).fill(201)])
})

test("syncing many people respects MailerLite's limit per minute", async () => {
  const { app, clock, db, later, lite, runJobs, states } = await mailingListApp()
  const count = 160
  const many = Array.from({ length: count }, (_, index) => ({
    email: `person${index}@example.com`,
  }))
  const people = await db.insert(users).values(many).returning({ userId: users.id })
  const consent = {
    receiveUpdates: true,
    receiveEventInvites: true,
    source: 'a',
    wordingVersion: 'b',
  }
  await db.insert(consents).values(people.map((person) => ({ ...person, ...consent })))
  await db.transaction((tx) => app.deps.jobs.send(tx, 'sync-subscriber', people))
  const at: number[] = []
  const noteCalls = () => {
    while (at.length < lite.calls.length) at.push(clock.now().getTime())
  }
  await runJobs()
  noteCalls()
  expect(at).toHaveLength(26)
  for (let step = 0; step < 24 && lite.calls.length < count; step++) {
    await later(5)
    noteCalls()
  }
  expect(await states()).toEqual(Array(count).fill('synced'))
  expect(lite.calls).toHaveLength(count)
  const inMinute = at.map(
    (from) => at.filter((call) => call >= from && call < from + 60_000).length,
  )
  expect(Math.max(...inMinute)).toBeLessThanOrEqual(120)
  expect(Math.max(...inMinute)).toBeGreaterThan(75)
}, 120_000)

test('one call detects a wrong key, and after the correction all people are synced', async () => {
  const { lite, later, register, runJobs, states, asAdmin, db } = await mailingListApp()
  lite.key = 'another-key'
  for (let index = 0; index < 4; index++) await register()
  await runJobs()
  expect(lite.calls.map(({ status }) => status)).toEqual([401])
  const admin = await asAdmin()
  const { body } = await admin.call(getMailingList)
  const { members } = (await admin.call(listMailingListMembers)).body
  expect(members.flatMap(({ lastError }) => lastError ?? [])).toEqual([
    'MailerLite answered 401: Unauthenticated.',
  ])
  expect(body.troubled).toBe(1)
  expect(body.pausedUntil).not.toBeNull()
  lite.key = 'a-key-of-mailerlite'
  await later(61)
  expect(await states()).toEqual(Array(4).fill('synced'))
  expect(await db.$count(mailingListMembers)).toBe(4)
})

test('an address that MailerLite rejects is stored as failed with its reason until a retry', async () => {
  const { lite, later, register, runJobs, states, asAdmin, sweep } = await mailingListApp()
  lite.refused = 'odd@example.com'
  await register({ email: 'odd@example.com' })
  await register()
  await runJobs()
  expect(await states()).toEqual(['failed', 'synced'])
  await sweep()
  expect(await later(60)).toBe(0)
  const admin = await asAdmin()
  const [, failed] = (await admin.call(listMailingListMembers)).body.members
  expect(failed).toMatchObject({ email: 'odd@example.com', state: 'failed', nextTryAt: null })
  expect(failed!.lastError).toContain('422: The given data was invalid. email:')
  lite.refused = ''
  const { userId } = failed!
  expect((await admin.call(retrySyncs, { body: { userId } })).body).toEqual({ people: 1 })
  await later(60)
  expect(await states()).toEqual(['synced', 'synced'])
  expect((await admin.call(retrySyncs, { body: { userId } })).status).toBe(409)
  expect((await admin.call(retrySyncs, { body: {} })).body).toEqual({ people: 0 })
})
