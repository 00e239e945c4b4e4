import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { getAuthStatus, logInWithEmail } from '#features/sign-in/contract.ts'
import { sessions } from '#schema/sign-in.ts'
import { buildPerson } from '#tests/support/builders.ts'
import { testApp } from '#tests/support/test-app.ts'

const minutes = (count: number) => count * 60_000

test('fifty browsers of an email that was only typed are the most, and the oldest unused goes first', async () => {
  const { db, clock, asMember } = await testApp()
  const { email } = await buildPerson(db)
  const start = clock.now().getTime()
  const status = async (member: Awaited<ReturnType<typeof asMember>>) =>
    (await member.call(getAuthStatus)).body.hasVideoAccess
  const owner = await asMember(email)
  clock.set(new Date(start + minutes(90)))
  expect(await status(owner)).toBe(true)
  const strangers = []
  for (let count = 0; count < 55; count++) {
    clock.set(new Date(start + minutes(91 + count)))
    strangers.push(await asMember(email))
  }
  expect(await db.$count(sessions)).toBe(50)
  expect(await status(owner)).toBe(true)
  expect(await Promise.all(strangers.slice(0, 7).map(status))).toEqual([
    ...Array.from({ length: 6 }, () => false),
    true,
  ])
  expect(await status(strangers.at(-1)!)).toBe(true)
})

test("an owner's two-minute-old session outlasts fifty-five sessions opened by others", async () => {
  const { db, clock, asMember } = await testApp()
  const { email } = await buildPerson(db)
  const start = clock.now().getTime()
  const owner = await asMember(email)
  const isIn = async () => (await owner.call(getAuthStatus)).body.hasVideoAccess
  clock.set(new Date(start + minutes(2)))
  expect(await isIn()).toBe(true)
  for (let count = 0; count < 55; count++) {
    clock.set(new Date(start + minutes(3) + count * 1000))
    await asMember(email)
  }
  expect(await isIn()).toBe(true)
})

test("verified browsers, administrators' and other emails' are never among those that go", async () => {
  const { db, clock, asMember, asAdmin } = await testApp()
  const [{ email }, other] = [await buildPerson(db), await buildPerson(db)]
  const long = new Date(clock.now().getTime() - minutes(600))
  const opened = { createdAt: long, lastUsedAt: long }
  await db.insert(sessions).values([
    ...Array.from({ length: 60 }, (_, index) => ({
      ...opened,
      tokenHash: `verified ${index}`,
      email,
      verifiedAt: long,
    })),
    ...Array.from({ length: 60 }, (_, index) => ({
      ...opened,
      tokenHash: `typed ${index}`,
      email,
    })),
    { ...opened, tokenHash: 'other', email: other.email },
  ])
  const admin = await asAdmin()
  await admin.call(logInWithEmail, { body: { email } })
  await asMember(email)
  expect(await db.$count(sessions, eq(sessions.email, other.email))).toBe(1)
  expect(await db.$count(sessions, isNotNull(sessions.verifiedAt))).toBe(60)
  expect((await admin.call(getAuthStatus)).body.isAdmin).toBe(true)
  const typed = and(eq(sessions.email, email), isNull(sessions.verifiedAt))
  expect(await db.$count(sessions, and(typed, isNull(sessions.administratorId)))).toBe(50)
})
