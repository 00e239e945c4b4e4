import { expect, test } from 'vitest'
import { allowances } from '#platform/http/rate-limits.ts'
import { testApp } from '#tests/support/test-app.ts'

const page = '/api/docs/static/swagger-ui-bundle.js'

test.for([
  '/api/openapi.json',
  page,
  '/api/docs/static/swagger-ui.css',
  '/api/docs/json',
  '/api/docs',
])('%s is kept: compressed once, and not sent again to whoever has it', async (url) => {
  const { app } = await testApp()
  const ask = (headers: Record<string, string> = {}) => app.inject({ url, headers })
  const plain = await ask()
  const small = await ask({ 'accept-encoding': 'gzip, br' })
  expect([plain.statusCode, small.headers['content-encoding']]).toEqual([200, 'br'])
  expect(small.rawPayload.length).toBeLessThan(plain.rawPayload.length)
  const etag = String(plain.headers.etag)
  expect(small.headers.etag).toBe(etag)
  const again = await ask({ 'if-none-match': etag })
  expect([again.statusCode, again.body]).toEqual([304, ''])
})

test('the document is made once, until the node ends', async () => {
  const { app } = await testApp()
  let made = 0
  const make = app.swagger.bind(app)
  app.swagger = ((...given: []) => (made++, make(...given))) as typeof app.swagger
  for (let time = 0; time < 5; time++) await app.inject('/api/openapi.json')
  app.deps.cache.clear()
  await app.inject({ url: '/api/docs/json' })
  expect(made).toBeLessThanOrEqual(1)
})

test('rendering the API document and its page is limited, the cached one is not', async () => {
  const { app } = await testApp({ config: { rateLimits: true } })
  const ask = async (url: string) => (await app.inject({ url })).statusCode
  for (let call = 0; call < allowances.calls.points - 2; call++) {
    await app.deps.limits.count('calls', '127.0.0.1')
  }
  expect([await ask('/api/openapi.json'), await ask(page)]).toEqual([200, 200])
  expect(await ask('/api/docs/static/swagger-ui.css')).toBe(429)
  expect([await ask('/api/openapi.json'), await ask(page)]).toEqual([200, 200])
  expect(await ask('/api/docs/static/no-such-file')).toBe(429)
})

test('a file of the page that is none is not there, wherever its address leads', async () => {
  const { app } = await testApp()
  for (const name of ['no-such.js', '../package.json', '..%2fpackage.json', '%2e%2e/index.js']) {
    const answer = await app.inject({ url: `/api/docs/static/${name}` })
    expect([name, answer.statusCode]).toEqual([name, 404])
  }
})
