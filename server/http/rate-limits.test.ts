import { expect, onTestFinished, test, vi } from 'vitest'
import type { Endpoint } from '#shared/contract/endpoint.ts'
import {
  checkRegistration,
  preRegister,
  registerForEvents,
  registerForFutureEvents,
  requestVideoAccess,
} from '#shared/contract/registrations.ts'
import { getAuthStatus, logInWithEmail } from '#shared/contract/session.ts'
import { getHealth, getReadiness } from '#shared/contract/system.ts'
import { users } from '#server/db/schema.ts'
import { builtPages } from '#tests/support/built-pages.ts'
import { buildPerson } from '#tests/support/builders.ts'
import { testApp } from '#tests/support/test-app.ts'

const config = { rateLimits: true }
const minute = 60_000

type Caller = Pick<Awaited<ReturnType<typeof testApp>>, 'call'>

function times<Result>(count: number, make: (index: number) => Promise<Result>) {
  return Promise.all(Array.from({ length: count }, (_, index) => make(index)))
}

/** Statuses of `count` calls, made ten at a time. */
async function statuses(count: number, make: (index: number) => Promise<{ status: number }>) {
  const seen: number[] = []
  for (let at = 0; at < count; at += 10) {
    const answers = await times(Math.min(10, count - at), (index) => make(at + index))
    seen.push(...answers.map(({ status }) => status))
  }
  return seen
}

function logIn({ call }: Caller, email: string, from?: string) {
  return call(logInWithEmail, { body: { email }, from })
}

function check({ call }: Caller, email: string) {
  return call(checkRegistration, { body: { firstName: 'Thandi', email } })
}

const unknown = (index: number) => `nobody${index}@example.com`

test('thirty unknown e-mails a minute are answered, then known and unknown are refused alike', async () => {
  const app = await testApp({ config })
  const person = await buildPerson(app.db)
  expect(await statuses(30, (index) => logIn(app, unknown(index)))).toEqual(Array(30).fill(404))
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
  expect(await statuses(50, () => check(app, person.email))).toEqual(Array(50).fill(200))
  expect(await statuses(15, (index) => check(app, unknown(index)))).toEqual(Array(15).fill(200))
  expect(await statuses(15, (index) => logIn(app, unknown(index)))).toEqual(Array(15).fill(404))
  expect((await check(app, unknown(99))).status).toBe(429)
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

test('the e-mail that a session holds already is free, also when everything is used up', async () => {
  const app = await testApp({ config })
  const person = await buildPerson(app.db)
  const member = await app.asMember(person.email)
  await statuses(30, (index) => logIn(app, unknown(index)))
  expect((await logIn(app, person.email)).status).toBe(429)
  expect((await logIn(member, person.email)).status).toBe(200)
  expect((await check(member, person.email)).status).toBe(200)
  expect((await logIn(member, unknown(1))).status).toBe(429)
})

test('nobody is locked out by guesses at their e-mail from elsewhere', async () => {
  const app = await testApp({ config })
  const email = 'late@example.com'
  await statuses(90, (index) => logIn(app, email, `198.51.100.${index}`))
  await buildPerson(app.db, { email })
  expect((await logIn(app, email, '203.0.113.9')).status).toBe(200)
})

test('the minute over, guessing starts anew', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const app = await testApp({ config })
  await statuses(30, (index) => logIn(app, unknown(index)))
  vi.setSystemTime(Date.now() + minute - 2000)
  const last = await logIn(app, unknown(1))
  expect(last.status).toBe(429)
  expect(Number(last.headers['retry-after'])).toBeLessThanOrEqual(2)
  vi.setSystemTime(Date.now() + 2001)
  expect((await logIn(app, unknown(1))).status).toBe(404)
})

test('six hundred calls a minute are served, and health and readiness are not counted', async () => {
  const app = await testApp({ config, pages: builtPages })
  const health = await statuses(20, () => app.call(getHealth))
  const served = await statuses(600, () => app.call(getAuthStatus))
  expect(new Set([...health, ...served])).toEqual(new Set([200]))
  const refused = await app.call(getAuthStatus)
  expect(refused.status).toBe(429)
  expect(refused.headers).toHaveProperty('retry-after')
  expect((await app.call(getHealth)).status).toBe(200)
  expect((await app.call(getReadiness)).status).toBe(200)
  expect((await app.call(getAuthStatus, { from: '203.0.113.9' })).status).toBe(200)
}, 60_000)

test('rendering counts as a call, and a page that is kept does not', async () => {
  const app = await testApp({ config, pages: builtPages })
  const get = async (url: string, headers = {}) => (await app.send({ url, headers })).statusCode
  expect(await get('/')).toBe(200)
  const made = ['/members.data', '/no-such-page', '/go1', '/members']
  const seen = await statuses(599, async (index) => ({
    status: await get(made[index % 2]!),
  }))
  expect(seen).not.toContain(429)
  for (const url of made) expect([url, await get(url)]).toEqual([url, 429])
  expect(await get('/', { host: 'made-up.example' })).toBe(429)
  expect(await get('/')).toBe(200)
}, 120_000)

test('three hundred registrations a minute are served, whichever form they come from', async () => {
  const app = await testApp({ config })
  const body = { firstName: 'Thandi', lastName: 'Nkosi', email: 'thandi@example.com' }
  const forms: Endpoint[] = [preRegister, registerForFutureEvents, registerForEvents]
  const register = (index: number) => app.call(forms[index % forms.length]!, { body })
  expect(await statuses(300, register)).toEqual(Array(300).fill(200))
  for (const form of [...forms, requestVideoAccess]) {
    const refused = await app.call(form, {
      body: { ...body, email: 'new@example.com' },
    })
    expect([form.path, refused.status]).toEqual([form.path, 429])
    expect(refused.headers).toHaveProperty('retry-after')
  }
  expect(await app.db.$count(users)).toBe(1)
  expect((await app.call(registerForEvents, { body, from: '203.0.113.9' })).status).toBe(200)
}, 120_000)

test('a refused body is no registration', async () => {
  const app = await testApp({ config })
  const wrong = await statuses(310, () => app.call(registerForEvents, { body: {} }))
  expect(new Set(wrong)).toEqual(new Set([400]))
}, 60_000)

test('with RATE_LIMITS=off nothing is counted', async () => {
  const app = await testApp()
  const seen = await statuses(40, (index) => logIn(app, unknown(index)))
  expect(seen).toEqual(Array(40).fill(404))
})
