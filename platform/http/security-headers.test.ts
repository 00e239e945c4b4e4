import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { buildEvent } from '#tests/support/builders.ts'
import { builtPages, plantedPages } from '#tests/support/built-pages.ts'
import { testApp } from '#tests/support/test-app.ts'
import { secureDocument } from './security-headers.ts'

const everywhere = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': expect.stringContaining('camera=()'),
  'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
}

type Sent = {
  url: string
  method?: 'GET' | 'POST' | 'HEAD'
  payload?: string
  headers?: Record<string, string>
}

test.for<[kind: string, status: number, request: Sent]>([
  ['page', 200, { url: '/' }],
  ['page that somebody has already', 304, { url: '/', headers: { 'if-none-match': '*' } }],
  ['head of a page', 200, { url: '/', method: 'HEAD' }],
  ['page that is none', 404, { url: '/no-such-page' }],
  ["page's data", 200, { url: '/members.data' }],
  ['list', 200, { url: '/api/events' }],
  ['list that somebody has already', 304, { url: '/api/site', headers: { 'if-none-match': '*' } }],
  ['refusal', 401, { url: '/api/registrations' }],
  ['refused body', 400, { url: '/api/video-access/login', method: 'POST', payload: '' }],
  ['call that is none', 404, { url: '/api/no-such-call' }],
  ['call by a method that is none', 404, { url: '/go1', method: 'POST', payload: '' }],
  ['malformed address', 400, { url: '/%' }],
  ['API document', 200, { url: '/api/openapi.json' }],
  ['page of the API document', 200, { url: '/api/docs' }],
  ['robots.txt', 200, { url: '/robots.txt' }],
  ['sitemap', 200, { url: '/sitemap.xml' }],
  ['manifest', 200, { url: '/manifest.webmanifest' }],
  ['picture that is none', 404, { url: '/images/no-such-picture.webp' }],
])('every header of safety is on a %s', async ([, status, request]) => {
  const { send } = await testApp({ pages: builtPages })
  const answer = await send(request)
  expect(answer.statusCode).toBe(status)
  expect(answer.headers).toMatchObject(everywhere)
  expect(answer.headers).not.toHaveProperty('x-powered-by')
  expect(answer.headers).not.toHaveProperty('server')
})

test('every header of safety is on a script of the pages', async () => {
  const { send } = await testApp({ pages: builtPages })
  const [, script = ''] = /"(\/assets\/[^"]+\.js)"/.exec((await send({ url: '/' })).body) ?? []
  const answer = await send({ url: script })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers).toMatchObject({
    ...everywhere,
    'cache-control': 'public, max-age=31536000, immutable',
  })
})

test("a document's policy names each of its inline scripts and allows no other", async () => {
  const { db, send } = await testApp({ pages: builtPages })
  await buildEvent(db, {
    title: '</script><script>alert(1)</script>',
    description: '<img src=x onerror=alert(1)> <!-- <script>',
  })
  for (const url of ['/', '/go1', '/members', '/no-such-page']) {
    const { body, headers } = await send({ url })
    const policy = String(headers['content-security-policy'])
    const sources = /script-src ([^;]*)/.exec(policy)?.[1]?.split(' ') ?? []
    expect(sources[0]).toBe("'self'")
    const inline = inlineScripts(body)
    expect(inline.length).toBeGreaterThan(0)
    expect(body).not.toContain('nonce')
    const hashes = inline.map((script) => `'sha256-${sha256(script)}'`)
    expect(new Set(sources.slice(1))).toEqual(new Set(hashes))
    expect(body).not.toMatch(/<script>alert|<img src=x/)
    expect(body).not.toMatch(/\son\w+=["']/)
  }
})

test('no policy allows inline scripts, evaluation or strangers', async () => {
  const { send } = await testApp({ pages: builtPages })
  for (const url of ['/', '/no-such-page', '/members.data', '/api/site', '/api/docs']) {
    const policy = String((await send({ url })).headers['content-security-policy'])
    const scripts = /(?:script|default)-src [^;]*/g
    expect(policy.match(scripts)?.join()).not.toMatch(/unsafe|https?:|\*|data:|blob:/)
    expect(policy).toMatch(/default-src '(none|self)'/)
  }
})

test('HSTS is sent only if visitors use https', async () => {
  const headersAt = async (publicUrl: string | undefined) => {
    const { send } = await testApp({ config: { publicUrl } })
    return (await send({ url: '/api/health' })).headers
  }
  const secure = await headersAt('https://interviews.example.org')
  expect(secure['strict-transport-security']).toBe('max-age=31536000')
  expect(await headersAt(undefined)).not.toHaveProperty('strict-transport-security')
  expect(await headersAt('http://localhost:3000')).not.toHaveProperty('strict-transport-security')
})

test.for([
  ['at the end', '</body>', '<script>alert(1)</script></body>'],
  ['that is open, over one of the framework', '<body>', '<body><script>alert(1)//'],
  ['with a guessed mark', '</body>', '<SCRIPT nonce="AAAA">alert(1)</SCRIPT></body>'],
  ['from this site', '</body>', '<script src="/images/innocent.js"></script></body>'],
])(
  'a page with a script %s that the framework did not write is never sent',
  async ([, at = '', instead = '']) => {
    const log: string[] = []
    const { send } = await testApp({
      log: { write: (line) => void log.push(line) },
      pages: (app) => plantedPages(app, (html) => html.replace(at, instead)),
    })
    const answer = await send({ url: '/' })
    expect(answer.statusCode).toBe(500)
    expect(answer.body).not.toContain('alert(1)')
    expect(log.join('')).toContain('script of unknown origin')
  },
)

test('a script in the data for search engines gets no hash', () => {
  const html = '<script type="application/ld+json">{"a":1}</script><script nonce="m">run()</script>'
  const secured = secureDocument(html, 'm', 'production')
  expect(secured.html).toBe(html.replace(' nonce="m"', ''))
  expect(secured.policy).toContain(`script-src 'self' 'sha256-${sha256('run()')}';`)
})

/** Parses tags as a browser does, independently of the server's regular expression. */
function inlineScripts(html: string): string[] {
  const scripts: string[] = []
  for (let at = html.indexOf('<script'); at >= 0; at = html.indexOf('<script', at)) {
    const start = html.indexOf('>', at) + 1
    const end = html.indexOf('</script', start)
    if (!/\ssrc=|ld\+json/.test(html.slice(at, start))) scripts.push(html.slice(start, end))
    at = end
  }
  return scripts
}

function sha256(text: string) {
  return createHash('sha256').update(text).digest('base64')
}
