import { eq, isNotNull } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { getAccount } from '#features/account/contract.ts'
import {
  endOwnSession,
  endOwnSessions,
  getAuthStatus,
  listOwnSessions,
  logInAdministrator,
  logInWithEmail,
} from '#features/sign-in/contract.ts'
import { sessions } from '#schema/sign-in.ts'
import { buildPerson } from '#tests/support/builders.ts'
import { administrator, testApp } from '#tests/support/test-app.ts'
import { verifyByLink } from '#tests/support/verify-by-link.ts'
import { nameBrowser } from './browser.ts'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'
const edge =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36 Edg/138.0.0.0'

async function appWithMember() {
  const app = await testApp({ config: { databaseUrl: 'postgres://kept-in-the-table' } })
  const { db, newCaller } = app
  const { email } = await buildPerson(db)
  /** Creates a browser with an email login, also verified by mail unless `isVerified` is false. */
  async function browser(agent: string, isVerified = true) {
    const caller = newCaller()
    await caller.call(logInWithEmail, { body: { email }, headers: { 'user-agent': agent } })
    if (isVerified) {
      await db
        .update(sessions)
        .set({ verifiedAt: app.clock.now() })
        .where(eq(sessions.email, email))
    }
    return caller
  }
  type Caller = Awaited<ReturnType<typeof browser>>
  const isIn = async (caller: Caller) => (await caller.call(getAuthStatus)).body.userEmail === email
  const list = async (caller: Caller) => (await caller.call(listOwnSessions)).body
  return { ...app, email, browser, isIn, list }
}

test('one sees where one is signed in: this browser first, in words, without an address', async () => {
  const { db, clock, browser, list } = await appWithMember()
  const phone = await browser(iphone)
  clock.set('2026-12-01T10:00:00Z')
  const laptop = await browser(firefox)
  const other = await buildPerson(db)
  await db.insert(sessions).values({ tokenHash: 'another person', email: other.email })
  await db.insert(sessions).values({
    tokenHash: 'over',
    lastUsedAt: new Date('2026-10-01'),
    createdAt: new Date('2026-10-01'),
  })
  const id = expect.any(Number)
  expect(await list(phone)).toEqual([
    { id, isThis: true, agent: 'Safari on iPhone', lastUsedAt: '2026-12-01T10:00:00.000Z' },
    { id, isThis: false, agent: 'Firefox on Linux', lastUsedAt: '2026-12-01T10:00:00.000Z' },
  ])
  expect((await list(laptop)).map(({ isThis }) => isThis)).toEqual([true, false])
  expect(JSON.stringify(await db.select().from(sessions))).not.toMatch(/Mozilla|127\.0\.0\.1/)
})

test('people sign out of their own sessions only', async () => {
  const { db, newCaller, browser, isIn, list } = await appWithMember()
  const [laptop, phone] = [await browser(firefox), await browser(iphone)]
  const other = await buildPerson(db)
  const stranger = newCaller()
  await stranger.call(logInWithEmail, { body: { email: other.email } })
  const [theirs] = await db.select().from(sessions).where(eq(sessions.email, other.email))
  const end = (id: number) => laptop.call(endOwnSession, { params: { id } })
  expect((await end(theirs!.id)).status).toBe(404)
  expect((await stranger.call(getAuthStatus)).body.userEmail).toBe(other.email)

  const [here, there] = await list(laptop)
  const ended = await end(there!.id)
  expect([ended.status, ended.body]).toEqual([200, { id: there!.id }])
  expect([await isIn(phone), await isIn(laptop)]).toEqual([false, true])
  expect((await end(there!.id)).status).toBe(404)

  const gone = await end(here!.id)
  expect(String(gone.headers['set-cookie'])).toMatch(/^greenroom_session=; Max-Age=0/)
  expect(await isIn(laptop)).toBe(false)
  expect((await laptop.call(listOwnSessions)).status).toBe(401)
})

test('one signs out everywhere, this browser and those where the address was typed included', async () => {
  const { browser, isIn } = await appWithMember()
  const [laptop, phone] = [await browser(firefox), await browser(iphone)]
  const typed = await browser(edge, false)
  const copied = { cookie: laptop.cookie()! }
  const answer = await laptop.call(endOwnSessions)
  expect([answer.status, answer.body]).toEqual([200, { ended: 3 }])
  expect(String(answer.headers['set-cookie'])).toMatch(/^greenroom_session=; Max-Age=0/)
  for (const caller of [laptop, phone, typed]) expect(await isIn(caller)).toBe(false)
  expect((await laptop.call(getAccount, { headers: copied })).status).toBe(401)
})

test('an administrator with an unverified email loses it and stays signed in; typing an email signs no one out', async () => {
  const { email, asAdmin, browser, list } = await appWithMember()
  const laptop = await browser(firefox)
  const admin = await asAdmin()
  await admin.call(logInWithEmail, { body: { email } })
  expect((await admin.call(endOwnSessions)).status).toBe(401)
  expect(await list(laptop)).toHaveLength(2)
  await laptop.call(endOwnSessions)
  expect((await admin.call(getAuthStatus)).body).toMatchObject({ isAdmin: true, userEmail: null })
  const verified = await browser(edge)
  await verified.call(logInAdministrator, { body: administrator })
  await verified.call(endOwnSessions)
  expect((await verified.call(getAuthStatus)).body).toMatchObject({ isAdmin: false })
})

test('a session ends 180 days after it began, used or not, and typing the address makes no proof longer', async () => {
  const { email, clock, browser, isIn, list, newCaller, ...app } = await appWithMember()
  const start = clock.now().getTime()
  const after = (days: number) => clock.set(new Date(start + days * 24 * 60 * 60_000))
  const used = await browser(firefox)
  const typedAgain = await browser(iphone)
  for (let days = 20; days < 180; days += 20) {
    after(days)
    expect(await isIn(used)).toBe(true)
    await typedAgain.call(logInWithEmail, { body: { email } })
  }
  const proved = newCaller()
  await verifyByLink({ ...app, call: proved.call }, proved, email)
  clock.set(new Date(start + 180 * 24 * 60 * 60_000 - 1000))
  expect((await typedAgain.call(getAccount)).status).toBe(200)
  expect(await list(proved)).toHaveLength(3)
  after(180)
  expect([await isIn(used), await isIn(typedAgain), await isIn(proved)]).toEqual([
    false,
    false,
    true,
  ])
  expect(await list(proved)).toHaveLength(1)
})

test('browsers and their machines are named in words, whatever the header holds', () => {
  expect([firefox, iphone, edge].map(nameBrowser)).toEqual([
    'Firefox on Linux',
    'Safari on iPhone',
    'Edge on Windows',
  ])
  expect(nameBrowser('Mozilla/5.0 (Linux; Android 14) Chrome/138.0.0.0 Mobile Safari/537.36')).toBe(
    'Chrome on Android',
  )
  expect(nameBrowser('')).toBe('A browser')
  expect(nameBrowser('<script>alert(1)</script> 10.0.0.1')).toBe('A browser')
})

test(
  'a copied cookie that signs in again and again at that moment does not outlast signing out everywhere',
  { tags: 'postgres' },
  async () => {
    const { db, email, browser, send } = await appWithMember()
    for (let round = 0; round < 10; round++) {
      const laptop = await browser(firefox)
      const cookie = laptop.cookie()!
      const typeAgain = () =>
        send({
          method: 'POST',
          url: '/api/video-access/login',
          headers: { cookie },
          payload: { email },
        })
      await Promise.all([
        typeAgain(),
        (await browser(edge)).call(endOwnSessions),
        typeAgain(),
        typeAgain(),
      ])
      expect(await db.$count(sessions, isNotNull(sessions.verifiedAt))).toBe(0)
    }
  },
)
