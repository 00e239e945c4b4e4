import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { importAttendees } from '#features/imports/contract.ts'
import { restoreSubscription, unsubscribeByLink } from '#features/mails/server/subscriptions.ts'
import { sweepWebinarSeats } from '#features/webinars/server/enqueue-webinar-seats.ts'
import { mailKinds } from '#main/mail-kinds.ts'
import { outboxEntries } from '#schema/mails.ts'
import { mailingListMembers, unsubscriptions } from '#schema/newsletter.ts'
import { buildEvent } from '#tests/support/builders.ts'
import { mailingListApp, webhookSecret } from '#tests/support/mailing-list-app.ts'
import { isSignedWith } from './mailerlite-webhook.ts'

const leftEvent = (email: string, type = 'subscriber.unsubscribed') => ({
  id: '159876543210987123',
  email,
  status: 'unsubscribed',
  unsubscribed_at: '2026-12-01 08:30:00',
  event: type,
})

test('an unsubscription, a bounce and a spam report there count here, one by one and in batches', async () => {
  const { db, sendWebhook, register, runJobs, states } = await mailingListApp()
  const emails = [await register(), await register(), await register(), await register()]
  await runJobs()
  const [one, two, three] = emails as [string, string, string]
  expect((await sendWebhook(leftEvent(`\u200B<${one.toUpperCase()}>`))).json()).toEqual({
    taken: 1,
  })
  const batch = {
    events: [
      { type: 'subscriber.bounced', subscriber: { email: two } },
      { type: 'subscriber.updated', subscriber: { email: emails[3] } },
      { type: 'subscriber.spam_reported', data: { subscriber: { email: three } } },
    ],
  }
  expect((await sendWebhook(batch)).json()).toEqual({ taken: 2 })
  const left = await db.select().from(unsubscriptions)
  expect(left.map(({ email, topic }) => `${email} ${topic}`).toSorted()).toEqual(
    [one, two, three].map((email) => `${email} news`).toSorted(),
  )
  expect(await states()).toEqual(['left', 'left', 'left', 'synced'])
  for (const nothing of [{}, { events: [] }, { events: 'none' }, leftEvent('', 'campaign.sent')]) {
    expect((await sendWebhook(nothing)).json()).toEqual({ taken: 0 })
  }
})

test('a forged, unsigned or altered call is refused with 401 and changes nothing', async () => {
  const { app, db, sendWebhook, register } = await mailingListApp()
  const payload = leftEvent(await register())
  const forged = ['', 'f'.repeat(64), '0'.repeat(63), 'ä'.repeat(64), 'not hexadecimal at all']
  for (const signature of forged) {
    const { statusCode } = await sendWebhook(payload, { signature })
    expect([signature, statusCode]).toEqual([signature, 401])
  }
  const signed = isSignedWith(webhookSecret, 'f'.repeat(64), Buffer.from(JSON.stringify(payload)))
  expect(signed).toBe(false)
  const without = await app.inject({ method: 'POST', url: '/api/webhooks/mailerlite', payload })
  expect(without.statusCode).toBe(401)
  expect(await db.$count(unsubscriptions)).toBe(0)
})

test('an unsubscription there survives registration, import and sync, and no status is ever sent', async () => {
  const { asAdmin, db, sendWebhook, later, lite, register, runJobs, states, sweep } =
    await mailingListApp()
  const event = await buildEvent(db)
  const email = await register()
  await runJobs()
  lite.subscribers.get(email)!.status = 'unsubscribed'
  await sendWebhook(leftEvent(email))
  const before = lite.calls.length
  await register({ email, eventIds: [event.id] })
  const attendees = [
    { firstName: 'Thandi', lastName: 'Ndlovu', email, eventIdentifier: event.title },
  ]
  const imported = await (await asAdmin()).call(importAttendees, { body: { attendees } })
  expect(imported.status).toBe(200)
  await sweep()
  await later(60)
  expect([lite.calls.length, await states()]).toEqual([before, ['left']])
  expect(lite.subscribers.get(email)!.status).toBe('unsubscribed')
  expect(await db.$count(unsubscriptions)).toBe(1)
})

test('an unsubscription whose call never came is learned from the next answer', async () => {
  const { db, later, lite, register, runJobs, states, told } = await mailingListApp()
  const event = await buildEvent(db)
  const email = await register()
  await runJobs()
  lite.subscribers.get(email)!.status = 'bounced'
  await register({ email, eventIds: [event.id] })
  await later(60)
  expect(await states()).toEqual(['left'])
  expect(await db.select({ email: unsubscriptions.email }).from(unsubscriptions)).toEqual([
    { email },
  ])
  expect(lite.subscribers.get(email)!.status).toBe('bounced')
  expect(told().some(({ body }) => 'status' in body!)).toBe(false)
})

test('who unsubscribes here is unsubscribed there, and resubscribing here ends it on both sides', async () => {
  const { app, clock, db, sendWebhook, later, lite, register, runJobs, states, told } =
    await mailingListApp()
  const email = await register()
  await runJobs()
  const { jobs } = app.deps
  const [outboxEntry] = await db.select().from(outboxEntries).where(eq(outboxEntries.email, email))
  await unsubscribeByLink(db, { jobs, kinds: mailKinds }, outboxEntry!.id, ['reminders'])
  await later(60)
  expect(lite.subscribers.get(email)!.status).toBe('active')
  await unsubscribeByLink(db, { jobs, kinds: mailKinds }, outboxEntry!.id, ['news'])
  await unsubscribeByLink(db, { jobs, kinds: mailKinds }, outboxEntry!.id, ['news'])
  await later(60)
  expect(lite.subscribers.get(email)!.status).toBe('unsubscribed')
  expect(lite.calls.filter(({ method }) => method === 'PUT')).toHaveLength(1)
  expect(await states()).toEqual(['left'])

  const earlier = leftEvent(email)
  expect((await sendWebhook(earlier)).json()).toEqual({ taken: 1 })
  clock.set('2026-12-01T09:00:00Z')
  await restoreSubscription(db, outboxEntry!.id, { jobs, now: clock.now() })
  await later(60)
  expect(told().at(-1)!.body).toMatchObject({
    status: 'active',
    opted_in_at: '2026-12-01 09:00:00',
  })
  expect(lite.calls.filter(({ method }) => method === 'PUT').at(-1)).toMatchObject({
    path: `/api/subscribers/${lite.subscribers.get(email)!.id}`,
    body: { status: 'active' },
  })
  expect([lite.subscribers.get(email)!.status, await states()]).toEqual(['active', ['synced']])
  // A replay of the call, and the same event in a new call, are older than the resubscription.
  for (const replay of [earlier, { events: [earlier] }]) {
    expect((await sendWebhook(replay)).json()).toEqual({ taken: 0 })
  }
  expect(await db.$count(unsubscriptions)).toBe(0)
  const afterwards = { ...earlier, unsubscribed_at: '2026-12-02 10:00:00' }
  expect((await sendWebhook(afterwards)).json()).toEqual({ taken: 1 })
  expect(await db.$count(unsubscriptions)).toBe(1)
})

test('a call that says no time is taken once, however long ago that was', async () => {
  const { app, clock, db, sendWebhook, register } = await mailingListApp()
  const email = await register()
  const [outboxEntry] = await db.select().from(outboxEntries)
  const bounce = { type: 'subscriber.bounced', subscriber: { email } }
  expect((await sendWebhook(bounce)).json()).toEqual({ taken: 1 })
  clock.set('2026-12-20T09:00:00Z')
  await restoreSubscription(db, outboxEntry!.id, { jobs: app.deps.jobs, now: clock.now() })
  await sweepWebinarSeats(db, app.deps.jobs, app.deps.time())
  expect((await sendWebhook(bounce)).json()).toEqual({ taken: 0 })
  expect(await db.$count(unsubscriptions)).toBe(0)
})

test('people who unsubscribed before the first sync are not added', async () => {
  const { app, db, later, lite, register } = await mailingListApp()
  const email = await register()
  const [outboxEntry] = await db.select().from(outboxEntries)
  await unsubscribeByLink(db, { jobs: app.deps.jobs, kinds: mailKinds }, outboxEntry!.id, ['news'])
  await later(1)
  expect(lite.calls.map(({ method, status }) => `${method} ${status}`)).toEqual(['GET 404'])
  await register({ email })
  await later(60)
  expect([lite.calls.length, lite.subscribers.size]).toEqual([1, 0])
  const [row] = await db.select().from(mailingListMembers)
  expect(row).toMatchObject({ state: 'left', subscriberId: null })
})

test.each(['unsubscribed', 'bounced', 'junk'])(
  'a person whom MailerLite refuses as %s is that here too, and is not asked about again',
  async (status) => {
    const { db, lite, later, register, runJobs, states, sweep } = await mailingListApp()
    const email = 'refused@example.com'
    lite.subscribers.set(email, { id: '159', email, status, fields: {}, groups: [] })
    await register({ email })
    await runJobs()
    expect(await states()).toEqual(['left'])
    expect(await db.$count(unsubscriptions)).toBe(1)
    const [row] = await db.select().from(mailingListMembers)
    expect(row).toMatchObject({
      subscriberId: '159',
      lastError: `MailerLite has this address as ${status}`,
    })
    const asked = lite.calls.length
    await sweep()
    await later(60)
    expect(lite.calls).toHaveLength(asked)
  },
)

test('the resubscribe link brings a person back whom MailerLite had refused, and no bounced one', async () => {
  const { app, clock, db, lite, later, register, runJobs, states } = await mailingListApp()
  const email = await register()
  const [outboxEntry] = await db.select().from(outboxEntries).where(eq(outboxEntries.email, email))
  const subscriber = { id: '159', email, status: 'unsubscribed', fields: {}, groups: [] }
  lite.subscribers.set(email, subscriber)
  await runJobs()
  const { jobs } = app.deps
  clock.set('2026-12-01T09:00:00Z')
  await restoreSubscription(db, outboxEntry!.id, { jobs, now: clock.now() })
  await later(60)
  expect([subscriber.status, await states()]).toEqual(['active', ['synced']])
  await unsubscribeByLink(db, { jobs, kinds: mailKinds }, outboxEntry!.id, ['news'])
  await later(60)
  subscriber.status = 'bounced'
  clock.set('2026-12-01T10:00:00Z')
  await restoreSubscription(db, outboxEntry!.id, { jobs, now: clock.now() })
  await later(60)
  expect([subscriber.status, await states()]).toEqual(['bounced', ['failed']])
})
