// @module-tag postgres
import { expect, onTestFinished, test, vi } from 'vitest'
import { checkRegistration, registerForEvents } from '#features/registrations/contract.ts'
import { logInWithEmail } from '#features/sign-in/contract.ts'
import { users } from '#schema/people.ts'
import { buildEvent, buildPerson, buildViewer, registrationBody } from '#tests/support/builders.ts'
import { statusesInTens } from '#tests/support/in-tens.ts'
import { testApp } from '#tests/support/test-app.ts'

const config = { rateLimits: true }
const minute = 60_000

type Caller = Pick<Awaited<ReturnType<typeof testApp>>, 'call'>

function times<Result>(count: number, make: (index: number) => Promise<Result>) {
  return Promise.all(Array.from({ length: count }, (_, index) => make(index)))
}

function logIn({ call }: Caller, email: string, from?: string) {
  return call(logInWithEmail, { body: { email }, from })
}

function check({ call }: Caller, email: string) {
  return call(checkRegistration, { body: { firstName: 'Thandi', email } })
}

const unknown = (index: number) => `nobody${index}@example.com`

test('thirty unknown emails a minute are answered, then known and unknown are refused alike', async () => {
  const app = await testApp({ config })
  const person = await buildPerson(app.db)
  expect(await statusesInTens(30, (index) => logIn(app, unknown(index)))).toEqual(
    Array(30).fill(404),
  )
  const refused = [
    await logIn(app, unknown(99)),
    await logIn(app, person.email),
    await check(app, unknown(99)),
    await check(app, person.email),
  ]
  for (const answer of refused) {
    expect(answer.status).toBe(429)
    const seconds = Number(answer.headers['retry-after'])
    expect(seconds).toBeGreaterThan(50)
    expect(seconds).toBeLessThanOrEqual(60)
    expect(answer.body).toEqual({
      message: expect.stringMatching(
        /^Too many requests from your network. Please wait \d+ seconds and try again\.$/,
      ),
      retryAfter: seconds,
    })
    expect(answer.headers).not.toHaveProperty('set-cookie')
  }
  expect((await logIn(app, person.email, '203.0.113.9')).status).toBe(200)
})

test('a check that says no counts like a login that fails, and one that says yes does not', async () => {
  const app = await testApp({ config })
  const person = await buildPerson(app.db)
  expect(await statusesInTens(50, () => check(app, person.email))).toEqual(Array(50).fill(200))
  expect(await statusesInTens(15, (index) => check(app, unknown(index)))).toEqual(
    Array(15).fill(200),
  )
  expect(await statusesInTens(15, (index) => logIn(app, unknown(index)))).toEqual(
    Array(15).fill(404),
  )
  expect((await check(app, unknown(99))).status).toBe(429)
})

test('known people without a registration do not count as guesses', async () => {
  const app = await testApp({ config })
  const event = await buildEvent(app.db)
  const person = await buildPerson(app.db)
  const viewer = await buildViewer(app.db)
  async function checkFor(email: string) {
    const body = { firstName: 'Thandi', email, eventId: event.id }
    return app.call(checkRegistration, { body })
  }
  expect((await checkFor(person.email)).body).toEqual({ exists: false })
  expect(await statusesInTens(40, () => checkFor(person.email))).toEqual(Array(40).fill(200))
  expect(await statusesInTens(40, () => checkFor(viewer.email))).toEqual(Array(40).fill(200))
  expect(await statusesInTens(30, (index) => checkFor(unknown(index)))).toEqual(Array(30).fill(200))
  expect((await checkFor(person.email)).status).toBe(429)
})

test('a registration without events that says the email is new counts as a guess', async () => {
  const app = await testApp({ config })
  const event = await buildEvent(app.db)
  const register = (email: string, eventIds: number[] = []) =>
    app.call(registerForEvents, { body: registrationBody({ email, eventIds }) })
  expect((await register('same@example.com')).status).toBe(200)
  expect(await statusesInTens(40, () => register('same@example.com'))).toEqual(Array(40).fill(200))
  expect(await statusesInTens(29, (index) => register(unknown(index)))).toEqual(Array(29).fill(200))
  const people = await app.db.$count(users)
  expect((await register(unknown(99))).status).toBe(429)
  expect((await register('same@example.com')).status).toBe(429)
  expect((await logIn(app, 'same@example.com')).status).toBe(429)
  expect(await app.db.$count(users)).toBe(people)
  expect((await register(unknown(99), [event.id])).status).toBe(200)
})

test('guesses made all at once are answered no more often than one by one', async () => {
  const app = await testApp({ config })
  const person = await buildPerson(app.db)
  const guesses = times(90, (index) => logIn(app, unknown(index)))
  const hidden = logIn(app, person.email)
  const answers = (await guesses).map(({ status }) => status)
  expect(answers.filter((status) => status === 404)).toHaveLength(30)
  expect(answers.filter((status) => status === 429)).toHaveLength(60)
  expect((await hidden).status).toBe(429)
})

test('a hundred members behind one address enter at once', async () => {
  const app = await testApp({ config })
  const person = await buildPerson(app.db)
  const answers = await times(100, () => logIn(app.newCaller(), person.email))
  expect(answers.map(({ status }) => status)).toEqual(Array(100).fill(200))
})

test('the email that a session holds already is free, also when everything is used up', async () => {
  const app = await testApp({ config })
  const person = await buildPerson(app.db)
  const member = await app.asMember(person.email)
  await statusesInTens(30, (index) => logIn(app, unknown(index)))
  expect((await logIn(app, person.email)).status).toBe(429)
  expect((await logIn(member, person.email)).status).toBe(200)
  expect((await check(member, person.email)).status).toBe(200)
  expect((await logIn(member, unknown(1))).status).toBe(429)
})

test('guesses at an email from other addresses lock no one out', async () => {
  const app = await testApp({ config })
  const email = 'late@example.com'
  await statusesInTens(90, (index) => logIn(app, email, `198.51.100.${index}`))
  await buildPerson(app.db, { email })
  expect((await logIn(app, email, '203.0.113.9')).status).toBe(200)
})

test('after a minute, guessing starts again', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const app = await testApp({ config })
  await statusesInTens(30, (index) => logIn(app, unknown(index)))
  vi.setSystemTime(Date.now() + minute - 2000)
  const last = await logIn(app, unknown(1))
  expect(last.status).toBe(429)
  expect(Number(last.headers['retry-after'])).toBeLessThanOrEqual(2)
  vi.setSystemTime(Date.now() + 2001)
  expect((await logIn(app, unknown(1))).status).toBe(404)
})
