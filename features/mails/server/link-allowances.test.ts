import { desc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { requestJoinLink } from '#features/join-links/contract.ts'
import {
  logOut,
  openVerifiedSession,
  requestCode,
  requestLibraryLink,
} from '#features/sign-in/contract.ts'
import { makeLinkToken, readLinkKey } from '#platform/signed-links/signed-links.ts'
import { linkRequests, outboxEntries } from '#schema/mails.ts'
import { buildEvent, buildPerson, buildRegistration } from '#tests/support/builders.ts'
import { noteStatements } from '#tests/support/note-statements.ts'
import { testApp } from '#tests/support/test-app.ts'

/**
 * Creates a person whose hourly limit of four mails was used up by strangers, and a browser that a mail
 * signed in before.
 */
async function appWithFullMailbox() {
  const app = await testApp({ config: { databaseUrl: 'postgres://kept-in-the-table' } })
  const { db, clock, newCaller, runJobs } = app
  const { email, id: userId } = await buildPerson(db)
  const event = await buildEvent(db)
  await buildRegistration(db, { userId, eventId: event.id, registrationType: 'confirmed' })
  const own = newCaller()
  const fail = () => db.update(outboxEntries).set({ state: 'failed' })
  const sent = () => db.$count(outboxEntries, eq(outboxEntries.email, email))
  async function askForCodes(caller: { call: typeof own.call }, count: number, to = email) {
    for (let time = 0; time < count; time++) {
      await caller.call(requestCode, { body: { email: to } })
      await runJobs()
    }
  }
  await own.call(requestLibraryLink, { body: { email } })
  await runJobs()
  const [mail] = await db.select().from(outboxEntries).orderBy(desc(outboxEntries.id))
  const token = makeLinkToken(await readLinkKey(db), 'enter', mail!)
  await own.call(openVerifiedSession, { body: { token } })
  clock.set('2026-12-10T06:00:00Z')
  await askForCodes(newCaller(), 6)
  const before = await sent()
  return { ...app, email, event, own, fail, askForCodes, more: async () => (await sent()) - before }
}

test('strangers use up four mails an hour, and a browser that a mail let in has four more, also signed out', async () => {
  const { own, newCaller, askForCodes, more } = await appWithFullMailbox()
  await askForCodes(newCaller(), 2)
  expect(await more()).toBe(0)
  await own.call(logOut)
  await askForCodes(own, 6)
  expect(await more()).toBe(4)
})

test('a session that a mail let in has its own allowance without the mark, for its own address only', async () => {
  const { db, own, call, email, askForCodes, more, runJobs } = await appWithFullMailbox()
  const session = own
    .cookie()!
    .split('; ')
    .find((cookie) => cookie.includes('session'))!
  await call(requestLibraryLink, { body: { email }, headers: { cookie: session } })
  await runJobs()
  expect(await more()).toBe(1)
  const other = await buildPerson(db)
  await askForCodes(own, 6, other.email)
  expect(await db.$count(outboxEntries, eq(outboxEntries.email, other.email))).toBe(4)
})

test('a mark that is made up, of another address or 400 days old is none', async () => {
  const { clock, own, newCaller, askForCodes, more } = await appWithFullMailbox()
  const [mark = ''] = /greenroom_known=[^;]+/.exec(own.cookie()!) ?? []
  const withCookie = (cookie: string) => {
    const caller = newCaller()
    const call: typeof caller.call = (endpoint, sent) =>
      caller.call(endpoint, { ...sent, headers: { cookie } })
    return { call }
  }
  const forged = `${mark.slice(0, -1)}${mark.endsWith('A') ? 'B' : 'A'}`
  for (const wrong of [forged, 'greenroom_known=x', 'greenroom_known=fff-']) {
    await askForCodes(withCookie(wrong), 2)
  }
  expect(await more()).toBe(0)
  await askForCodes(withCookie(mark), 1)
  expect(await more()).toBe(1)
  clock.set('2028-02-01T08:00:00Z')
  await askForCodes(newCaller(), 4)
  expect(await more()).toBe(5)
  await askForCodes(withCookie(mark), 1)
  expect(await more()).toBe(5)
})

test("links on the event's own day are sent although strangers have used up the hour, four at most", async () => {
  const { call, email, event, fail, more, runJobs } = await appWithFullMailbox()
  for (let time = 0; time < 6; time++) {
    await call(requestJoinLink, { body: { email, eventId: event.id } })
    await runJobs()
    await fail()
  }
  expect(await more()).toBe(4)
})

test('a request for a link runs the same statements for a known and an unknown address', async () => {
  const { db, call, email, event, runJobs } = await appWithFullMailbox()
  const noted = noteStatements()
  async function statementsOf(
    endpoint: typeof requestLibraryLink | typeof requestJoinLink,
    to: string,
  ) {
    noted.length = 0
    await call(endpoint, { body: { email: to, eventId: event.id } })
    return [...noted]
  }
  for (const endpoint of [requestLibraryLink, requestJoinLink]) {
    const known = await statementsOf(endpoint, email)
    expect(known.length).toBeGreaterThan(0)
    expect(await statementsOf(endpoint, 'nobody@example.com')).toEqual(known)
  }
  expect(await db.$count(linkRequests)).toBe(4)
  await runJobs()
  expect(await db.$count(linkRequests)).toBe(0)
  expect(await db.$count(outboxEntries, eq(outboxEntries.email, 'nobody@example.com'))).toBe(0)
})

test('the answers are the same for everybody and say what holds of all', async () => {
  const { own, newCaller, email, event } = await appWithFullMailbox()
  const limit = /four such emails an hour.*four more/
  for (const [endpoint, body] of [
    [requestLibraryLink, {}],
    [requestCode, {}],
    [requestJoinLink, { eventId: event.id }],
  ] as const) {
    const answers = await Promise.all([
      own.call(endpoint, { body: { ...body, email } }),
      newCaller().call(endpoint, { body: { ...body, email } }),
      newCaller().call(endpoint, { body: { ...body, email: 'nobody@example.com' } }),
    ])
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(answers[0].body.message).toMatch(limit)
  }
})
