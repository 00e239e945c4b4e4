import { expect, onTestFinished, test, vi } from 'vitest'
import { logInAdministrator } from '#features/sign-in/contract.ts'
import { administrator, testApp } from '#tests/support/test-app.ts'

type Form = { username: string; password: string }

async function appWithAdministrator() {
  const app = await testApp({ config: { rateLimits: true } })
  await app.asAdmin()
  async function signIn(form: Partial<Form>, from?: string) {
    return app.newCaller().call(logInAdministrator, { body: { ...administrator, ...form }, from })
  }
  async function fail(count: number, form: Partial<Form> = {}, from?: string) {
    for (let index = 0; index < count; index++) {
      expect((await signIn({ password: `wrong ${index}`, ...form }, from)).status).toBe(401)
    }
  }
  return { ...app, signIn, fail }
}

test('after ten failures the right password is refused too, for fifteen minutes', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const { signIn, fail } = await appWithAdministrator()
  await fail(10)
  const refused = await signIn({})
  expect(refused.status).toBe(429)
  expect(refused.headers).not.toHaveProperty('set-cookie')
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(14 * 60)
  expect(refused.body.message).toBe(
    'Too many tries to sign in. Please wait 15 minutes and try again.',
  )
  vi.setSystemTime(Date.now() + 15 * 60_000 - 1000)
  expect((await signIn({})).status).toBe(429)
  vi.setSystemTime(Date.now() + 1001)
  expect((await signIn({})).status).toBe(200)
})

test('the limit is of one address and one name: neither the name nor the address is locked', async () => {
  const { signIn, fail } = await appWithAdministrator()
  await fail(10, {}, '198.51.100.1')
  await fail(10, {}, '198.51.100.2')
  expect((await signIn({}, '198.51.100.1')).status).toBe(429)
  expect((await signIn({}, '203.0.113.9')).status).toBe(200)
  expect((await signIn({ username: 'another', password: 'x' }, '198.51.100.1')).status).toBe(401)
})

test('fifty failures from one address are the most, whatever the names; another address is free', async () => {
  const { signIn, fail } = await appWithAdministrator()
  for (let index = 0; index < 49; index++) await fail(1, { username: `nobody ${index}` })
  // A correct password never counts as a failure.
  for (let index = 0; index < 3; index++) expect((await signIn({})).status).toBe(200)
  await fail(1, { username: 'nobody 49' })
  const refused = [await signIn({}), await signIn({ username: 'nobody 50' })]
  for (const { status, body, headers } of refused) {
    expect(status).toBe(429)
    expect(body.message).toMatch(/^Too many tries to sign in\. Please wait 15 minutes/)
    expect(headers).toHaveProperty('retry-after')
  }
  expect((await signIn({}, '203.0.113.9')).status).toBe(200)
})

test('rejected logins of one name do not use up the limit of the address', async () => {
  const { signIn, fail } = await appWithAdministrator()
  await fail(10, { username: 'nobody' })
  for (let index = 0; index < 60; index++) {
    expect((await signIn({ username: 'nobody' })).status).toBe(429)
  }
  expect((await signIn({})).status).toBe(200)
})

test('an unknown name is counted and refused in the same words', async () => {
  const { signIn, fail } = await appWithAdministrator()
  await fail(10)
  await fail(10, { username: 'nobody' })
  const known = await signIn({})
  const unknown = await signIn({ username: 'nobody' })
  expect(unknown.status).toBe(429)
  expect({ ...unknown.body, retryAfter: 0 }).toEqual({ ...known.body, retryAfter: 0 })
  expect((await signIn({ username: ' NoBody ' })).status).toBe(429)
})

test('attempts made all at once are tried ten times', { tags: 'postgres' }, async () => {
  const { signIn } = await appWithAdministrator()
  const answers = await Promise.all(
    Array.from({ length: 25 }, (_, index) => signIn({ password: `wrong ${index}` })),
  )
  const count = (status: number) => answers.filter((answer) => answer.status === status).length
  expect([count(401), count(429)]).toEqual([10, 15])
})

test('signing in forgets the failures before it', async () => {
  const { signIn, fail } = await appWithAdministrator()
  await fail(9)
  expect((await signIn({})).status).toBe(200)
  await fail(9)
  expect((await signIn({})).status).toBe(200)
})

test('a password is compared to the letter, spaces included, and a name without them', async () => {
  const { signIn } = await appWithAdministrator()
  expect((await signIn({ password: ` ${administrator.password}` })).status).toBe(401)
  expect((await signIn({ password: administrator.password.toUpperCase() })).status).toBe(401)
  expect((await signIn({ username: ` ${administrator.username} ` })).status).toBe(200)
})
