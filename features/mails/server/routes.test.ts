import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import * as contract from '#features/mails/contract.ts'
import { registerForEvents } from '#features/registrations/contract.ts'
import { repairPeople } from '#platform/people/save-people.ts'
import { outboxEntries } from '#schema/mails.ts'
import { users } from '#schema/people.ts'
import { buildEvent, registrationBody } from '#tests/support/builders.ts'
import { startMailServer } from '#tests/support/mail-server.ts'
import { testApp } from '#tests/support/test-app.ts'

test(
  'the admin area sees what failed, why and when it is tried next, and tries again at once',
  { tags: 'postgres' },
  async () => {
    const server = await startMailServer()
    const { db, call, asAdmin, runJobs } = await testApp({
      config: { smtpUrl: server.url, mailFrom: 'hello@lights.example' },
    })
    const event = await buildEvent(db)
    const admin = await asAdmin()
    const body = registrationBody({ eventIds: [event.id] })
    await server.close()
    await call(registerForEvents, { body })
    await runJobs()
    const list = () => admin.call(contract.listOutboxEntries)
    const [, confirmation] = (await list()).body.deliveries
    expect(confirmation).toMatchObject({
      kind: 'registration_confirmed',
      email: body.email,
      eventId: event.id,
      state: 'waiting',
      attempts: 1,
      lastError: expect.stringContaining('ECONNREFUSED'),
    })
    expect(Date.parse(confirmation!.nextTryAt!)).toBeGreaterThan(Date.now())
    await server.open()
    const params = { id: confirmation!.id }
    expect((await admin.call(contract.retryOutboxEntry, { params })).status).toBe(200)
    await runJobs()
    expect(server.mails).toHaveLength(1)
    const [, sent] = (await list()).body.deliveries
    expect(sent).toMatchObject({ state: 'sent', attempts: 2, lastError: null, nextTryAt: null })
    expect((await admin.call(contract.retryOutboxEntry, { params })).status).toBe(409)
  },
)

test('without a mail server the admin area says so and shows the mails', async () => {
  const { db, call, asAdmin, runJobs } = await testApp({
    config: { databaseUrl: 'postgres://kept-in-the-table' },
  })
  const event = await buildEvent(db, { title: 'Salt & <roads>' })
  const admin = await asAdmin()
  await call(registerForEvents, { body: registrationBody({ eventIds: [event.id] }) })
  await runJobs()
  const setup = (await admin.call(contract.getMailSetup)).body
  expect(setup.isSending).toBe(false)
  expect(setup.notes[0]).toContain('No mail server is connected')
  expect(setup.counts).toMatchObject({ kept: 2, sent: 0 })
  const { deliveries: listed } = (await admin.call(contract.listOutboxEntries)).body
  const { kept } = (
    await admin.call(contract.readOutboxEntry, { params: { id: listed.at(-1)!.id } })
  ).body
  expect(kept!.subject).toBe('Your seat is confirmed: Salt & <roads>')
  expect(kept!.html).toContain('Salt &amp; &lt;roads&gt;')
  expect(kept!.text).toContain('Salt & <roads>')
})

test(
  'deliveries are listed in pages with their event and person, and found by name or a part of the address',
  { tags: 'postgres' },
  async () => {
    const { db, call, asAdmin, runJobs } = await testApp({
      config: { databaseUrl: 'postgres://kept-in-the-table' },
    })
    const event = await buildEvent(db, { title: 'Harbour lights' })
    const other = await buildEvent(db)
    const admin = await asAdmin()
    for (const name of ['zola', 'zola_b', 'thabo']) {
      const body = registrationBody({
        email: `${name}@example.com`,
        eventIds: [event.id, other.id],
      })
      await call(registerForEvents, { body })
    }
    await runJobs()
    const get = async (query: string) =>
      (await admin.send({ method: 'GET', url: `/api/admin/messages?${query}` })).json<
        z.output<(typeof contract.listOutboxEntries)['reply']>
      >()
    const first = await get(`email=ZOLA&eventId=${event.id}&limit=1`)
    expect(first.deliveries).toMatchObject([
      { email: 'zola_b@example.com', name: 'Thandi Nkosi', eventTitle: 'Harbour lights' },
    ])
    expect(first.counts).toMatchObject({ kept: 2, failed: 0 })
    const second = await get(`email=zola&eventId=${event.id}&limit=1&before=${first.nextBefore}`)
    expect(second.deliveries.map(({ email }) => email)).toEqual(['zola@example.com'])
    // An underscore in the search is not a wildcard.
    expect((await get('email=zola_')).counts.kept).toBe(3)
    expect((await get('state=failed')).deliveries).toEqual([])
    // The search also matches names, without accents and in any word order.
    await db.update(users).set({ firstName: 'Zoë' }).where(eq(users.email, 'zola@example.com'))
    await repairPeople(db)
    const named = await get(`search=${encodeURIComponent('nkosi zoe')}&eventId=${event.id}`)
    expect(named.deliveries).toMatchObject([{ email: 'zola@example.com', name: 'Zoë Nkosi' }])
    expect(named.counts.kept).toBe(1)
    expect((await get('search=ZOLA_B')).counts.kept).toBe(3)
    expect((await get('search=nobody')).deliveries).toEqual([])
    const body = { state: 'failed' as const, search: 'zoe' }
    await db.update(outboxEntries).set({ state: 'failed' })
    const again = await admin.call(contract.retryOutboxEntries, { body })
    const theirs = await db
      .selectDistinct({ email: outboxEntries.email })
      .from(outboxEntries)
      .where(eq(outboxEntries.state, 'waiting'))
    expect([again.status, theirs]).toEqual([200, [{ email: 'zola@example.com' }]])
  },
)

test('mails are found by their kind, and an unknown kind is refused by its field', async () => {
  const { db, call, asAdmin } = await testApp()
  const event = await buildEvent(db)
  const admin = await asAdmin()
  await call(registerForEvents, { body: registrationBody({ eventIds: [event.id] }) })
  const get = (kind: string) => admin.send({ url: `/api/admin/messages?kind=${kind}` })
  const { deliveries, counts } = (await get('library_access')).json()
  expect(deliveries.map(({ kind }: { kind: string }) => kind)).toEqual(['library_access'])
  expect(counts.waiting).toBe(1)
  const wrong = await get('news')
  expect(wrong.statusCode).toBe(400)
  expect(wrong.json().errors).toMatchObject([{ field: 'kind' }])
})
