import { expect, test } from 'vitest'
import {
  addAdministrator,
  getSettings,
  listAuditLog,
  removeAdministrator,
} from '#features/administrators/contract.ts'
import { createApiKey, listApiKeys, removeApiKey } from '#features/api-keys/contract.ts'
import { logInAdministrator } from '#features/sign-in/contract.ts'
import { allowances } from '#platform/http/rate-limits.ts'
import { apiKeys } from '#schema/api-keys.ts'
import { administratorFactors } from '#schema/sign-in.ts'
import { administrator, testApp } from '#tests/support/test-app.ts'

const forCrm = { name: 'CRM', scopes: ['events:read'] }

async function keyStage(options: Parameters<typeof testApp>[0] = {}) {
  const app = await testApp(options)
  const admin = await app.asAdmin()
  async function make(body: object = forCrm) {
    const { status, body: made } = await admin.call(createApiKey, { body: { ...body } })
    expect([status, made.message]).toEqual([200, undefined])
    return made
  }
  const events = (authorization?: string, from = '192.0.2.1') =>
    app.newCaller().send({
      url: '/api/v1/events',
      remoteAddress: from,
      headers: { ...(authorization !== undefined && { authorization }) },
    })
  return { ...app, admin, make, events }
}

test('a key is shown once, kept as a digest, and says when it was last used', async () => {
  const { admin, make, events, db, clock } = await keyStage()
  const { id, key } = await make({ ...forCrm, scopes: ['registrations:write', 'events:read'] })
  expect(key).toMatch(/^grk_[\w-]{43}$/)
  const shown = {
    id,
    name: 'CRM',
    prefix: key.slice(0, 10),
    scopes: ['events:read', 'registrations:write'],
    madeBy: administrator.username,
    createdAt: clock.now().toISOString(),
    expiresAt: null,
    isExpired: false,
    lastUsedAt: null,
  }
  expect((await admin.call(listApiKeys)).body).toEqual([shown])
  expect(JSON.stringify(await db.select().from(apiKeys))).not.toContain(key.slice(10))
  clock.set(new Date(clock.now().getTime() + 60_000))
  expect((await events(`Bearer ${key}`)).statusCode).toBe(200)
  const lastUsedAt = clock.now().toISOString()
  expect((await admin.call(listApiKeys)).body).toEqual([{ ...shown, lastUsedAt }])
  expect((await admin.call(removeApiKey, { params: { id } })).status).toBe(200)
  expect((await admin.call(removeApiKey, { params: { id } })).status).toBe(404)
  expect((await events(`Bearer ${key}`)).statusCode).toBe(401)
  const { entries } = (await admin.call(listAuditLog)).body
  expect(entries.slice(0, 2).map(({ action, subject }) => [action, subject])).toEqual([
    ['api_key_removed', 'CRM'],
    ['api_key_created', 'CRM'],
  ])
  expect(JSON.stringify(entries)).not.toContain(key.slice(4))
})

test('making a key takes a password typed within 15 minutes, a name, a scope and an end to come', async () => {
  const { admin, clock } = await keyStage()
  const wrong: [object, string][] = [
    [{ ...forCrm, name: ' ' }, 'name'],
    [{ ...forCrm, name: 'x'.repeat(81) }, 'name'],
    [{ ...forCrm, scopes: [] }, 'scopes'],
    [{ name: 'CRM' }, 'scopes'],
    [{ ...forCrm, scopes: ['everything'] }, 'scopes.0'],
    [{ ...forCrm, expiresAt: 'tomorrow' }, 'expiresAt'],
    [{ ...forCrm, expiresAt: clock.now().toISOString() }, 'expiresAt'],
    [{ ...forCrm, expiresAt: '9999-12-31T23:59:59Z' }, 'expiresAt'],
  ]
  for (const [body, field] of wrong) {
    const answer = await admin.call(createApiKey, { body: { ...body } })
    expect([body, answer.status, answer.body.errors?.[0]?.field]).toEqual([body, 400, field])
  }
  clock.set(new Date(clock.now().getTime() + 16 * 60_000))
  const late = await admin.call(createApiKey, { body: { ...forCrm } })
  expect([late.status, late.headers['refusal-code']]).toEqual([401, 'password_needed'])
  expect((await admin.call(listApiKeys)).body).toEqual([])
})

test('a key ends at its end, and with the administrator who made it', async () => {
  const { admin, make, events, clock, newCaller } = await keyStage()
  const expiresAt = new Date(clock.now().getTime() + 60 * 60_000).toISOString()
  const short = await make({ ...forCrm, expiresAt })
  expect((await events(`Bearer ${short.key}`)).statusCode).toBe(200)
  const login = { username: 'colleague', password: 'a-lamp-on-the-north-stairs' }
  const presentPassword = administrator.password
  const added = await admin.call(addAdministrator, { body: { ...login, presentPassword } })
  expect(added.status).toBe(200)
  const colleague = newCaller()
  expect((await colleague.call(logInAdministrator, { body: login })).status).toBe(200)
  const theirs = (await colleague.call(createApiKey, { body: { ...forCrm } })).body
  expect((await events(`Bearer ${theirs.key}`)).statusCode).toBe(200)
  clock.set(new Date(clock.now().getTime() + 61 * 60_000))
  expect((await events(`Bearer ${short.key}`)).statusCode).toBe(401)
  expect((await events(`Bearer ${theirs.key}`)).statusCode).toBe(200)
  const params = { administratorId: added.body.id }
  await admin.call(removeAdministrator, { params, body: { presentPassword } })
  expect((await events(`Bearer ${theirs.key}`)).statusCode).toBe(401)
  const left = (await admin.call(listApiKeys)).body
  expect(left.map(({ id, isExpired }) => [id, isExpired])).toEqual([[short.id, true]])
})

test('if two-factor authentication is required, keys of administrators without it do not work', async () => {
  const config = { requireFactor: false }
  const { make, events, db, app } = await keyStage({ config })
  const { key } = await make()
  const [{ administratorId } = { administratorId: 0 }] = await db.select().from(apiKeys)
  app.deps.config.requireFactor = true
  expect((await events(`Bearer ${key}`)).statusCode).toBe(401)
  const factor = { administratorId, secret: 'A', confirmedAt: new Date() }
  await db.insert(administratorFactors).values(factor)
  expect((await events(`Bearer ${key}`)).statusCode).toBe(200)
})

test('invalid keys get the same answer, are limited by address, and are not logged', async () => {
  const lines: string[] = []
  const { make, events } = await keyStage({
    environment: { RATE_LIMITS: 'on', LOG_LEVEL: 'trace' },
    log: { write: (line) => void lines.push(line) },
  })
  const { key } = await make()
  const forged = `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`
  const wrong = [undefined, '', 'Bearer', 'Bearer ', 'Basic YTpi', key, `Bearer ${forged}`]
  wrong.push(`Bearer ${key} ${key}`, `Bearer grk_\u00e9`, `Bearer ${'x'.repeat(5000)}`)
  const answers = []
  for (const authorization of wrong) {
    const { statusCode, body, headers } = await events(authorization)
    answers.push([statusCode, body, headers['www-authenticate']])
  }
  const [first] = answers
  expect(first).toEqual([401, expect.stringContaining('valid key'), 'Bearer realm="greenroom"'])
  expect(answers).toEqual(answers.map(() => first))
  for (let left = allowances.wrongKeys.points - wrong.length; left > 0; left--) await events()
  const limited = await events(`Bearer ${forged}`)
  expect([limited.statusCode, Number(limited.headers['retry-after']) > 0]).toEqual([429, true])
  expect((await events(`Bearer ${key}`, '192.0.2.2')).statusCode).toBe(200)
  expect(lines.join('\n')).not.toContain(key.slice(10))
})

test('each key has its own rate limit across addresses, shown in headers', async () => {
  const { make, events } = await keyStage({ environment: { RATE_LIMITS: 'on' } })
  const [one, other] = [await make(), await make()]
  const { points } = allowances.keyCalls
  const first = await events(`Bearer ${one.key}`)
  expect(first.headers).toMatchObject({
    'ratelimit-limit': String(points),
    'ratelimit-remaining': String(points - 1),
    'ratelimit-reset': '60',
  })
  for (let call = 1; call < points; call++) {
    await events(`Bearer ${one.key}`, `192.0.2.${call % 250}`)
  }
  const over = await events(`Bearer ${one.key}`)
  expect(over.statusCode).toBe(429)
  expect(over.headers['ratelimit-remaining']).toBe('0')
  expect(over.headers['retry-after']).toBe(over.headers['ratelimit-reset'])
  expect((await events(`Bearer ${other.key}`)).statusCode).toBe(200)
})

test('a key opens no call of sessions, a session opens none of keys, and no Origin matters to a key', async () => {
  const { admin, make, newCaller, send } = await keyStage()
  const { key } = await make({ name: 'All', scopes: ['registrations:write', 'events:read'] })
  const authorization = `Bearer ${key}`
  const url = getSettings.path
  expect((await newCaller().send({ url, headers: { authorization } })).statusCode).toBe(401)
  expect((await newCaller().send({ url: `/api/v1/events?key=${key}` })).statusCode).toBe(401)
  expect((await admin.send({ url: '/api/v1/events' })).statusCode).toBe(401)
  const cookie = `greenroom_session=${key}`
  expect((await send({ url: '/api/v1/events', headers: { cookie } })).statusCode).toBe(401)
  const foreign = await newCaller().send({
    method: 'POST',
    url: '/api/v1/registrations',
    headers: { authorization, origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' },
    payload: {},
  })
  expect([foreign.statusCode, foreign.headers['access-control-allow-origin']]).toEqual([
    400,
    undefined,
  ])
})
