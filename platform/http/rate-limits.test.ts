// @module-tag postgres
import { expect, test } from 'vitest'
import {
  preRegister,
  registerForEvents,
  registerForFutureEvents,
  requestVideoAccess,
} from '#features/registrations/contract.ts'
import { listRegistrations } from '#features/reports/contract.ts'
import { getAuthStatus, logInWithEmail } from '#features/sign-in/contract.ts'
import type { Endpoint } from '#kernel/endpoint.ts'
import { getHealth, getReadiness } from '#kernel/health.ts'
import { users } from '#schema/people.ts'
import { buildEvent, buildPerson } from '#tests/support/builders.ts'
import { builtPages } from '#tests/support/built-pages.ts'
import { statusesInTens } from '#tests/support/in-tens.ts'
import { testApp } from '#tests/support/test-app.ts'

const config = { rateLimits: true }

type Caller = Pick<Awaited<ReturnType<typeof testApp>>, 'call'>

function logIn({ call }: Caller, email: string, from?: string) {
  return call(logInWithEmail, { body: { email }, from })
}

const unknown = (index: number) => `nobody${index}@example.com`

/** Uses up the allowance of an address with a call that needs no database. */
const useUpCalls = (app: Caller) => statusesInTens(3000, () => app.call(listRegistrations))

test('three thousand calls a minute are served; health, readiness and the status of a session are not counted', async () => {
  const app = await testApp({ config })
  const person = await buildPerson(app.db)
  const member = await app.asMember(person.email)
  const free = [getHealth, getReadiness, getAuthStatus]
  for (const endpoint of free) await statusesInTens(20, () => member.call(endpoint))
  expect(new Set(await statusesInTens(2999, () => app.call(listRegistrations)))).toEqual(
    new Set([401]),
  )
  const refused = await app.call(listRegistrations)
  expect(refused.status).toBe(429)
  expect(refused.headers).toHaveProperty('retry-after')
  for (const caller of [app, member]) {
    for (const endpoint of free) expect((await caller.call(endpoint)).status).toBe(200)
  }
  expect((await app.call(listRegistrations, { from: '203.0.113.9' })).status).toBe(401)
}, 60_000)

test('a status call counts when its cookie opens no session, and takes no real session along', async () => {
  const app = await testApp({ config })
  const person = await buildPerson(app.db)
  const member = await app.asMember(person.email)
  const cookie = `greenroom_session=${'x'.repeat(43)}`
  const pretend = () => app.call(getAuthStatus, { headers: { cookie } })
  expect(new Set(await statusesInTens(2999, pretend))).toEqual(new Set([200]))
  expect((await pretend()).status).toBe(429)
  expect((await app.call(listRegistrations)).status).toBe(429)
  expect((await app.call(getAuthStatus)).status).toBe(200)
  expect((await app.call(getAuthStatus, { headers: { cookie }, from: '203.0.113.9' })).status).toBe(
    200,
  )
  expect((await member.call(listRegistrations)).status).toBe(429)
}, 60_000)

test('rendering counts as a call; a page or list that is kept, and a file of a page, do not', async () => {
  const app = await testApp({ config, pages: builtPages })
  const get = async (url: string, headers = {}) => (await app.send({ url, headers })).statusCode
  const kept = ['/', '/api/events', '/api/site', '/robots.txt', '/images/hero.webp']
  for (const url of kept) expect([url, await get(url)]).toEqual([url, 200])
  await useUpCalls(app)
  const made = ['/members.data', '/no-such-page', '/go1', '/members', '/api/events/current']
  for (const url of made) expect([url, await get(url)]).toEqual([url, 429])
  expect(await get('/', { host: 'made-up.example' })).toBe(429)
  for (const url of kept) expect([url, await get(url)]).toEqual([url, 200])
}, 120_000)

test('a thousand registrations a minute are served, whichever form they come from', async () => {
  const app = await testApp({ config })
  const { id } = await buildEvent(app.db)
  const person = { firstName: 'Thandi', lastName: 'Nkosi', email: 'thandi@example.com' }
  // Calls without an event have a separate limit.
  const body = { ...person, eventIds: [id] }
  const forms: Endpoint[] = [preRegister, registerForFutureEvents, registerForEvents]
  const register = (index: number) => app.call(forms[index % forms.length]!, { body })
  expect(new Set(await statusesInTens(1000, register))).toEqual(new Set([200]))
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
  const wrong = await statusesInTens(1010, () => app.call(registerForEvents, { body: {} }))
  expect(new Set(wrong)).toEqual(new Set([400]))
}, 60_000)

test('with RATE_LIMITS=off nothing is counted', async () => {
  const app = await testApp()
  const seen = await statusesInTens(40, (index) => logIn(app, unknown(index)))
  expect(seen).toEqual(Array(40).fill(404))
})
