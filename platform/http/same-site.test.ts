import { expect, test } from 'vitest'
import { checkRegistration, registerForEvents } from '#features/registrations/contract.ts'
import { logOut } from '#features/sign-in/contract.ts'
import { getSite } from '#features/site/contract.ts'
import { users } from '#schema/people.ts'
import { registrationBody } from '#tests/support/builders.ts'
import { testApp } from '#tests/support/test-app.ts'

const publicUrl = 'https://interviews.example.org'
const host = 'greenroom.local:3000'
const body = { firstName: 'Thandi', email: 'thandi@example.com' }

test.for<Record<string, string>>([
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { origin: '' },
  { origin: 'not an origin' },
  { origin: `https://${host}.evil.example` },
  { origin: 'http://greenroom.local' },
  { origin: `http://${host}, https://evil.example` },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { 'sec-fetch-site': 'same-origin, cross-site' },
  { origin: `http://${host}`, 'sec-fetch-site': 'cross-site' },
  { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
])('a call that changes something is refused from %o', async (headers) => {
  const { db, call } = await testApp()
  const answer = await call(registerForEvents, {
    body: registrationBody(),
    headers: { host, ...headers },
  })
  expect(answer.status).toBe(403)
  expect(answer.body.message).toBe('This call may only be made from the site itself')
  expect(await db.$count(users)).toBe(0)
})

test.for<Record<string, string>>([
  {},
  { origin: `http://${host}` },
  { origin: `https://${host}`, 'sec-fetch-site': 'same-origin' },
  { origin: 'http://GREENROOM.local:3000' },
  { 'sec-fetch-site': 'none' },
])('a call that changes something is served from %o', async (headers) => {
  const { call } = await testApp()
  const answer = await call(checkRegistration, { body, headers: { host, ...headers } })
  expect(answer.status).toBe(200)
})

test('the address that visitors use counts as the own one beside the host', async () => {
  const { call } = await testApp({ config: { publicUrl } })
  const from = async (origin: string) =>
    (await call(checkRegistration, { body, headers: { host: 'node-1:3000', origin } })).status
  expect(await from(publicUrl)).toBe(200)
  expect(await from('http://node-1:3000')).toBe(200)
  expect(await from('https://other.example.org')).toBe(403)
  expect(await from('null')).toBe(403)
})

test('a host that a proxy forwards counts only where the proxy is trusted', async () => {
  const headers = { host: 'inside:3000', 'x-forwarded-host': 'outside.example' }
  const origin = 'https://outside.example'
  const trusting = await testApp({ config: { trustProxy: 1 } })
  const trusted = await trusting.call(checkRegistration, { body, headers: { ...headers, origin } })
  expect(trusted.status).toBe(200)
  const plain = await testApp()
  const refused = await plain.call(checkRegistration, { body, headers: { ...headers, origin } })
  expect(refused.status).toBe(403)
})

test('reading is allowed from anywhere and logging out is not', async () => {
  const { call } = await testApp()
  const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
  expect((await call(getSite, { headers })).status).toBe(200)
  expect((await call(logOut, { headers })).status).toBe(403)
})

test('a foreign site is refused before the body is looked at', async () => {
  const { send } = await testApp()
  const answer = await send({
    method: 'POST',
    url: registerForEvents.path,
    headers: { origin: 'https://evil.example', 'content-type': 'application/json' },
    payload: '{"broken',
  })
  expect(answer.statusCode).toBe(403)
})
