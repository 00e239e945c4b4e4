import { drizzle } from 'drizzle-orm/node-postgres'
import { expect, onTestFinished, test } from 'vitest'
import { loadSite } from '#features/site/server/load-site.ts'
import { fixedSite } from '#features/site/server/site-content.ts'
import { createApp } from '#main/app.ts'
import { SturdyPool } from '#platform/db/open.ts'
import { loadConfig } from '#platform/settings/config.ts'
import { createSettingsStore } from '#platform/settings/settings-store.ts'
import { registrationBody } from '#tests/support/builders.ts'
import { builtPages } from '#tests/support/built-pages.ts'
import { testApp } from '#tests/support/test-app.ts'

const secret = 'a-password-nobody-may-see'

/** Starts the real app with an unreachable database and captures its log. */
async function appWithoutDatabase({ withPages = false } = {}) {
  const lines: string[] = []
  const pool = new SturdyPool({ connectionString: `postgres://user:${secret}@127.0.0.1:1/none` })
  const config = loadConfig({ LOG_LEVEL: 'info', RATE_LIMITS: 'off' })
  const db = drizzle(pool, { casing: 'snake_case' })
  const app = await createApp({
    config,
    content: fixedSite(await loadSite(config.siteFile)),
    settings: createSettingsStore(db, config),
    database: { db, pool, kind: 'embedded' },
    log: { write: (line) => void lines.push(line) },
    pages: withPages ? builtPages : undefined,
  })
  onTestFinished(async () => {
    await app.close()
    await pool.end()
  })
  const errors = () =>
    lines.map((line) => JSON.parse(line)).filter((entry: { level: number }) => entry.level >= 50)
  return { app, errors }
}

/** Starts the real app with a broken table and captures its log. */
async function appWithBrokenTable(table: string, { withPages = false } = {}) {
  const lines: string[] = []
  const { app, database } = await testApp({
    config: { logLevel: 'info' },
    log: { write: (line) => void lines.push(line) },
    pages: withPages ? builtPages : undefined,
  })
  const rename = (from: string, to: string) =>
    database.pool.query(`alter table ${from} rename to ${to}`)
  await rename(table, 'taken_away')
  onTestFinished(async () => void (await rename('taken_away', table)))
  const errors = () =>
    lines.map((line) => JSON.parse(line)).filter((entry: { level: number }) => entry.level >= 50)
  return { app, errors }
}

test('an unexpected error is an opaque 500 whose reference is logged with the cause', async () => {
  const { app, errors } = await appWithBrokenTable('users')
  const answer = await app.inject({
    method: 'POST',
    url: '/api/register-multi-event',
    payload: registrationBody(),
  })
  expect(answer.statusCode).toBe(500)
  const { requestId, message, ...rest } = answer.json()
  expect(rest).toEqual({})
  expect(message).toBe(
    `Something went wrong on our side. Please try again. (Reference ${requestId})`,
  )
  expect(answer.headers).toMatchObject({ 'x-request-id': requestId, 'cache-control': 'no-store' })
  expect(errors()).toEqual([expect.objectContaining({ requestId, msg: 'unexpected error' })])
  expect(JSON.stringify(errors())).toContain('"users\\" does not exist')
  expect(answer.body).not.toMatch(/does not exist|insert|select|node_modules/i)
})

test('a page that cannot be rendered is an opaque 500 with a reference that is logged', async () => {
  const { app, errors } = await appWithBrokenTable('events', { withPages: true })
  const answer = await app.inject({ url: '/' })
  expect(answer.statusCode).toBe(500)
  expect(answer.headers['content-type']).toContain('text/html')
  expect(answer.body).not.toMatch(/does not exist|node_modules/i)
  expect(errors()[0]).toMatchObject({ requestId: answer.headers['x-request-id'] })
  expect(JSON.stringify(errors())).toContain('does not exist')
})

test('without a database a call is a 503 in words, a page one to look at, and the log has one line', async () => {
  const { app, errors } = await appWithoutDatabase({ withPages: true })
  for (const url of ['/api/events/upcoming', '/api/events/upcoming', '/api/events']) {
    const answer = await app.inject({ url })
    expect(answer.statusCode).toBe(503)
    expect(answer.headers).toMatchObject({ 'retry-after': '10', 'cache-control': 'no-store' })
    expect(answer.json()).toEqual({
      message: 'The site is temporarily unavailable. Please try again in a minute.',
      retryAfter: 10,
    })
  }
  const registration = await app.inject({
    method: 'POST',
    url: '/api/register-multi-event',
    payload: registrationBody(),
  })
  expect(registration.statusCode).toBe(503)
  const page = await app.inject({ url: '/' })
  expect(page.statusCode).toBe(503)
  expect(page.headers).toMatchObject({ 'retry-after': '10', 'cache-control': 'no-store' })
  expect(page.headers['content-type']).toContain('text/html')
  expect(page.body).toContain('Temporarily unavailable')
  expect(page.body).not.toMatch(/ECONNREFUSED|127\.0\.0\.1|node_modules/i)
  const route = await app.inject({ url: '/go1.data' })
  expect([route.statusCode, route.headers['retry-after']]).toEqual([503, '10'])
  expect(errors().map(({ msg }) => msg)).toEqual([
    expect.stringMatching(/^The database does not answer; .*\(connect ECONNREFUSED 127/),
  ])
  expect(JSON.stringify(errors())).not.toContain(secret)
  expect((await app.inject({ url: '/api/health' })).statusCode).toBe(200)
})

test('readiness is 503 with a message while the database does not answer', async () => {
  const { app } = await appWithoutDatabase()
  const answer = await app.inject({ url: '/api/ready' })
  expect(answer.statusCode).toBe(503)
  expect(answer.json()).toEqual({ message: 'The database does not answer' })
})

test.for(['GET', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS'] as const)(
  'an unknown call is a 404 with a message by %s',
  async (method) => {
    const { send } = await testApp({ pages: builtPages })
    const answer = await send({ method, url: '/api/nothing' })
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toEqual({ message: 'There is no such call' })
  },
)

test('a known call by another method is a 404 with a message', async () => {
  const { send } = await testApp()
  for (const url of ['/api/events', '/api/site']) {
    const answer = await send({ method: 'DELETE', url })
    expect(answer.statusCode).toBe(404)
    expect(answer.json().message).toBe('There is no such call')
  }
})

test('an address that cannot be decoded, or begins like a host, is a 400 that names the address, with all headers', async () => {
  const { send } = await testApp({ pages: builtPages })
  const readAsHost = ['/%0A/', '/%09%5C', '//%5C%0d/x', '/%0a/.data']
  for (const url of ['/%', '/%E0%A4%A', '/api/%ff', '/images/%', ...readAsHost]) {
    const answer = await send({ url })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toEqual({
      message: 'The address is not valid',
      errors: [{ field: 'address', message: 'The address is not valid' }],
    })
    expect(answer.headers['x-content-type-options']).toBe('nosniff')
  }
})
