// @module-tag postgres
import { asc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { takeJoinLink } from '#features/join-links/contract.ts'
import { unsubscribeByLink } from '#features/mails/contract.ts'
import { readRegistrationOffer, registerForEvents } from '#features/registrations/contract.ts'
import { openVerifiedSession, requestLibraryLink } from '#features/sign-in/contract.ts'
import { exportDatabase } from '#platform/db/copy/export-database.ts'
import { importDatabase } from '#platform/db/copy/import-database.ts'
import { outboxEntries } from '#schema/mails.ts'
import { sessions } from '#schema/sign-in.ts'
import { buildEvent, registrationBody } from '#tests/support/builders.ts'
import { anotherTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { testApp } from '#tests/support/test-app.ts'

const config = { databaseUrl: 'postgres://kept-in-the-table' }

/** Starts the site on this database, with the functions that these tests use. */
async function siteOn(database: TestDatabase) {
  const app = await testApp({ config, database: { ...database, truncate: async () => {} } })
  const { db, call, newCaller, runJobs } = app
  const press = (use: string, body: { token: string }) => {
    const calls = { join: takeJoinLink, seat: readRegistrationOffer, enter: openVerifiedSession }
    const called = calls[use as keyof typeof calls] ?? unsubscribeByLink
    return newCaller().call(called, { body })
  }
  return {
    ...app,
    async register(name: string, eventId: number) {
      const body = registrationBody({ email: `${name}@example.com`, eventIds: [eventId] })
      expect((await call(registerForEvents, { body })).status).toBe(200)
      await call(requestLibraryLink, { body: { email: body.email } })
      await runJobs()
    },
    /** Returns the links of all mails so far, e.g. `enter c1-Yk3…`. */
    async links() {
      const mails = await db.select().from(outboxEntries).orderBy(asc(outboxEntries.id))
      const text = mails.map(({ kept }) => kept?.text ?? '').join('\n')
      return [...text.matchAll(/\/(join|enter|unsubscribe)\/([\w-]+)/g)].map(([, use, token]) => ({
        use: use!,
        token: token!,
      }))
    },
    async open(links: { use: string; token: string }[]) {
      const answers = []
      for (const { use, token } of links) answers.push((await press(use, { token })).status)
      return answers
    },
  }
}

async function copied(source: TestDatabase) {
  const parts: string[] = []
  for await (const part of exportDatabase(source, new Date(), { withKeys: true })) parts.push(part)
  return async function restore() {
    const target = await anotherTestDatabase()
    async function* text() {
      yield* parts
    }
    await importDatabase(target, text())
    return siteOn(target)
  }
}

/** Creates a new database each time, because the signing key is cached per database. */
async function siteBefore() {
  const database = await anotherTestDatabase()
  const site = await siteOn(database)
  const { id: eventId } = await buildEvent(site.db)
  return { ...site, database, eventId }
}

test('links mailed after a backup do not open the data of people who reuse their ids after a restore', async () => {
  const { database, eventId, register, links } = await siteBefore()
  await register('early', eventId)
  const restore = await copied(database)
  const before = await links()
  await register('alice', eventId)
  const ofAlice = (await links()).slice(before.length)
  expect(new Set(ofAlice.map(({ use }) => use))).toEqual(new Set(['join', 'enter']))
  const restored = await restore()
  await restored.register('bob', eventId)
  const ofBob = (await restored.links()).slice(before.length)
  const numbers = (some: typeof ofBob) => some.map(({ token }) => token.split('-')[0])
  expect(numbers(ofBob)).toEqual(numbers(ofAlice))
  expect(await restored.open(ofAlice)).toEqual(ofAlice.map(() => 404))
  expect(await restored.db.$count(sessions, eq(sessions.email, 'bob@example.com'))).toBe(0)
})

test('links mailed before a copy was made open after its restore what they did', async () => {
  const { database, eventId, register, links } = await siteBefore()
  await register('early', eventId)
  const mailed = await links()
  const restored = await (await copied(database))()
  expect(await restored.open(mailed)).toEqual(mailed.map(() => 200))
})
