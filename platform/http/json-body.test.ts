import { expect, test } from 'vitest'
import { importAttendees, importVideoAccess } from '#features/imports/contract.ts'
import { preRegister, registerForEvents } from '#features/registrations/contract.ts'
import { listRegistrations } from '#features/reports/contract.ts'
import { logInAdministrator, logInWithEmail, logOut } from '#features/sign-in/contract.ts'
import { catalogue } from '#main/catalogue.ts'
import { users } from '#schema/people.ts'
import { buildPerson, registrationBody } from '#tests/support/builders.ts'
import { builtPages } from '#tests/support/built-pages.ts'
import { testApp } from '#tests/support/test-app.ts'

const json = { 'content-type': 'application/json' }
const form = JSON.stringify(registrationBody())

test.for([
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/xml',
  'application/jsonp',
  'application/json5',
  'text/json',
  'nonsense',
])('a body sent as %s is refused with 415', async (contentType) => {
  const { db, send } = await testApp()
  const answer = await send({
    method: 'POST',
    url: registerForEvents.path,
    headers: { 'content-type': contentType },
    payload: form,
  })
  expect(answer.statusCode).toBe(415)
  expect(answer.json().message).toBe('The body must be JSON (application/json)')
  expect(await db.$count(users)).toBe(0)
})

test('a body without a content type is refused with 415', async () => {
  const { app } = await testApp()
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const answer = await fetch(address + registerForEvents.path, {
    method: 'POST',
    body: new Blob([form]),
  })
  expect(answer.status).toBe(415)
})

test.for(['application/json', 'application/json; charset=utf-8', 'Application/JSON'])(
  'a body sent as %s is read',
  async (contentType) => {
    const { send } = await testApp()
    const answer = await send({
      method: 'POST',
      url: registerForEvents.path,
      headers: { 'content-type': contentType },
      payload: form,
    })
    expect(answer.statusCode).toBe(200)
  },
)

test('a call without a body needs no content type, and an empty JSON body counts as {}', async () => {
  const { send } = await testApp()
  const post = (request: object) => send({ method: 'POST', url: logOut.path, ...request })
  expect((await post({})).statusCode).toBe(200)
  expect((await post({ headers: json, payload: '' })).statusCode).toBe(200)
  expect((await post({ headers: json, payload: ' \n' })).statusCode).toBe(200)
  expect((await post({ headers: json, payload: '{}' })).statusCode).toBe(200)
  const needed = await send({ method: 'POST', url: logInAdministrator.path })
  expect(needed.statusCode).toBe(400)
  expect(needed.json().errors).toEqual([
    { field: 'username', message: 'Username is required' },
    { field: 'password', message: 'Password is required' },
  ])
})

test.for([
  '{"firstName": "Thandi"',
  'firstName=Thandi',
  '{"a":1}{"b":2}',
  '\u0000',
  `${'['.repeat(30_000)}${']'.repeat(30_000)}`,
  '{"__proto__": {"isAdmin": true}}',
  '{"constructor": {"prototype": {"isAdmin": true}}}',
  '[]',
  '"text"',
  '5',
])(
  'a body that is no JSON object is refused with 400 that names the body: %.40s',
  async (payload) => {
    const { send } = await testApp()
    const answer = await send({ method: 'POST', url: logOut.path, headers: json, payload })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toEqual({
      message: expect.any(String),
      errors: [{ field: 'body', message: expect.any(String) }],
    })
  },
)

test('the same key twice counts as sent last, and unknown fields are ignored', async () => {
  const { db, send } = await testApp()
  const answer = await send({
    method: 'POST',
    url: registerForEvents.path,
    headers: json,
    payload: form.replace('{', '{"email":"first@example.com","isAdmin":true,"id":77,'),
  })
  expect(answer.statusCode).toBe(200)
  const [person] = await db.select().from(users)
  expect(person).toMatchObject({ id: 1, email: JSON.parse(form).email })
})

test('a body above the limit is refused with 413 that names the body', async () => {
  const { send, asAdmin } = await testApp()
  const large = await send({
    method: 'POST',
    url: preRegister.path,
    headers: json,
    payload: JSON.stringify({ firstName: 'x'.repeat(64 * 1024) }),
  })
  expect(large.statusCode).toBe(413)
  expect(large.json()).toEqual({
    message: 'The body is larger than 65536 bytes',
    errors: [{ field: 'body', message: 'The body is larger than 65536 bytes' }],
  })
  const admin = await asAdmin()
  const list = { emails: [{ email: 'viewer@example.com', company: 'x'.repeat(2 * 1024 * 1024) }] }
  expect((await admin.call(importVideoAccess, { body: list })).status).toBe(200)
})

test('a list with thousands of wrong rows is answered briefly', async () => {
  const { asAdmin } = await testApp()
  const admin = await asAdmin()
  const answer = await admin.call(importVideoAccess, { body: { emails: Array(50_000).fill(5) } })
  expect(answer.status).toBe(400)
  expect(answer.body.errors?.[0]?.field).toBe('emails.0')
  expect(answer.text.length).toBeLessThan(10_000)
})

test('a body sent along with a GET changes nothing', async () => {
  const { send } = await testApp()
  const answer = await send({
    method: 'GET',
    url: listRegistrations.path,
    headers: { 'content-type': 'text/plain' },
    payload: 'x',
  })
  expect(answer.statusCode).toBe(401)
})

test.for(['[]', '"text"', '5', 'true', '[{"firstName": "Thandi"}]'])(
  'a body that is no object is refused in words of ours: %s',
  async (payload) => {
    const { send } = await testApp()
    const url = registerForEvents.path
    const answer = await send({ method: 'POST', url, headers: json, payload })
    const message = 'The body must be a JSON object'
    expect([answer.statusCode, answer.json()]).toEqual([
      400,
      { message, errors: [{ field: 'body', message }] },
    ])
  },
)

test('wrong types within a body are named in plain words', async () => {
  const { asAdmin } = await testApp()
  const admin = await asAdmin()
  const wrongBodies = [{ attendees: 5 }, { attendees: [5] }, { attendees: [{ email: {} }] }]
  for (const body of wrongBodies) {
    const { status, body: answer } = await admin.call(importAttendees, { body })
    expect([status, JSON.stringify(answer.errors)]).toEqual([
      400,
      expect.not.stringContaining('Invalid input'),
    ])
  }
})

test('JSON is refused by its depth before it is parsed, and brackets within text are no depth', async () => {
  const { send } = await testApp()
  const post = (payload: string) =>
    send({ method: 'POST', url: logOut.path, headers: json, payload })
  const nested = (levels: number) => `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`
  expect((await post(nested(32))).statusCode).toBe(200)
  const deep = await post(nested(33))
  const message = 'The body is nested more than 32 levels deep'
  expect([deep.statusCode, deep.json()]).toEqual([
    400,
    { message, errors: [{ field: 'body', message }] },
  ])
  expect((await post(`{"a":${'['.repeat(40)}`)).json().message).toBe(message)
  const text = JSON.stringify({ text: `\\"${'[{'.repeat(40)}\\` })
  expect((await post(text)).statusCode).toBe(200)
})

test('each body has the limit of its contract, 64 kB unless it declares another one', async () => {
  const { db, send, asAdmin } = await testApp({ pages: builtPages })
  const admin = await asAdmin()
  const { email } = await buildPerson(db)
  await admin.call(logInWithEmail, { body: { email } })
  const filler = (bytes: number) => JSON.stringify({ filler: 'x'.repeat(bytes) })
  const bodies = catalogue.filter(
    ({ body, access }) => body && typeof access === 'string' && access !== 'verified',
  )
  expect(bodies.length).toBeGreaterThan(60)
  for (const { method, path, bodyLimit = 64 * 1024 } of bodies) {
    const url = path.replaceAll(/:\w+/g, '1')
    const payload = filler(bodyLimit)
    const { statusCode, body } = await admin.send({ method, url, headers: json, payload })
    // Reports of page views get the same empty answer whatever they contain.
    const [status, words] =
      path === '/api/seen' ? [204, ''] : [413, `larger than ${bodyLimit} bytes`]
    const expected = [path, status, expect.stringContaining(words)]
    expect([path, statusCode, body]).toEqual(expected)
  }
  const posted = await send({
    method: 'POST',
    url: '/register',
    headers: {
      host: 'lights.example',
      origin: 'http://lights.example',
      'content-type': 'application/x-www-form-urlencoded',
    },
    payload: `email=${'x'.repeat(64 * 1024)}`,
  })
  expect([posted.statusCode, posted.json().message]).toEqual([
    413,
    'The body is larger than 65536 bytes',
  ])
}, 240_000)
