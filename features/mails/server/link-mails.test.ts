import { desc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import * as joinLinksContract from '#features/join-links/contract.ts'
import * as signInContract from '#features/sign-in/contract.ts'
import { makeLinkToken, readLinkKey } from '#platform/signed-links/signed-links.ts'
import { outboxEntries } from '#schema/mails.ts'
import { buildEvent, buildPerson, buildRegistration } from '#tests/support/builders.ts'
import { testApp } from '#tests/support/test-app.ts'

const email = 'thandi@example.com'

async function appWithMember() {
  const app = await testApp({ config: { databaseUrl: 'postgres://kept-in-the-table' } })
  const { db, clock, call, newCaller, runJobs } = app
  const event = await buildEvent(db)
  const person = await buildPerson(db, { email })
  await buildRegistration(db, {
    userId: person.id,
    eventId: event.id,
    registrationType: 'confirmed',
  })
  async function ask(at: string) {
    clock.set(at)
    const { text } = await call(signInContract.requestLibraryLink, { body: { email } })
    await runJobs()
    return text
  }
  /** Opens the link of the newest mail in a new browser. */
  async function open(at: string) {
    clock.set(at)
    const [mail] = await db.select().from(outboxEntries).orderBy(desc(outboxEntries.id))
    const token = makeLinkToken(await readLinkKey(db), 'enter', mail!)
    return (await newCaller().call(signInContract.openVerifiedSession, { body: { token } })).status
  }
  const sent = () => db.$count(outboxEntries)
  return { ...app, event, ask, open, sent }
}

test('a link that was used and is spent permits another one within the same hour', async () => {
  const { ask, open, sent } = await appWithMember()
  const first = await ask('2026-12-01T08:02:00Z')
  expect(await open('2026-12-01T08:03:00Z')).toBe(200)
  // The former link still works, so no new one is needed.
  expect(await ask('2026-12-01T08:10:00Z')).toBe(first)
  expect(await sent()).toBe(1)
  expect(await open('2026-12-01T08:20:00Z')).toBe(410)
  expect(await ask('2026-12-01T08:20:00Z')).toBe(first)
  expect(await sent()).toBe(2)
  expect(await open('2026-12-01T08:21:00Z')).toBe(200)
})

test('an unused link is not sent again within sixty minutes, whatever the hour on the clock', async () => {
  const { ask, sent } = await appWithMember()
  for (const at of ['08:55', '09:05', '09:54']) await ask(`2026-12-01T${at}:00Z`)
  expect(await sent()).toBe(1)
  await ask('2026-12-01T09:55:01Z')
  expect(await sent()).toBe(2)
})

test('a mail that failed does not keep the next one back, but four an hour are the most', async () => {
  const { db, ask, sent } = await appWithMember()
  const fail = () => db.update(outboxEntries).set({ state: 'failed' })
  for (let minute = 10; minute < 20; minute++) {
    await ask(`2026-12-01T08:${minute}:00Z`)
    await fail()
  }
  expect(await sent()).toBe(4)
  await ask('2026-12-01T09:10:30Z')
  expect(await sent()).toBe(5)
})

test('four mails an hour and four more on the day are the most, whatever the links are for', async () => {
  const { db, call, clock, event, runJobs, sent } = await appWithMember()
  clock.set('2026-12-10T06:00:00Z')
  for (let index = 0; index < 6; index++) {
    await call(signInContract.requestLibraryLink, { body: { email } })
    await call(joinLinksContract.requestJoinLink, { body: { email, eventId: event.id } })
    await runJobs()
    await db.update(outboxEntries).set({ state: 'failed' })
  }
  expect(await sent()).toBe(8)
})

test('a mail that waits for the mail server is not planned a second time, even hours later', async () => {
  const { db, ask, sent } = await appWithMember()
  await ask('2026-12-01T08:00:00Z')
  await db.update(outboxEntries).set({ state: 'waiting' })
  await ask('2026-12-01T11:00:00Z')
  expect(await sent()).toBe(1)
})

test(
  'a failed join link is sent again too, and two asked for at once are one mail',
  { tags: 'postgres' },
  async () => {
    const { db, call, clock, event, runJobs } = await appWithMember()
    clock.set('2026-12-10T06:00:00Z')
    const ask = () =>
      call(joinLinksContract.requestJoinLink, { body: { email, eventId: event.id } })
    await Promise.all([ask(), ask(), ask()])
    async function ofJoin() {
      await runJobs()
      return db.select().from(outboxEntries).where(eq(outboxEntries.kind, 'join_link'))
    }
    expect(await ofJoin()).toHaveLength(1)
    await db.update(outboxEntries).set({ state: 'failed' })
    await ask()
    expect(await ofJoin()).toHaveLength(2)
  },
)
