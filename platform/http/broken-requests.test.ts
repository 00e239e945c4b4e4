import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { registerForEvents } from '#features/registrations/contract.ts'
import { users } from '#schema/people.ts'
import { registrationBody } from '#tests/support/builders.ts'
import { builtPages } from '#tests/support/built-pages.ts'
import { testApp } from '#tests/support/test-app.ts'

const form = JSON.stringify(registrationBody())

async function listeningApp() {
  const app = await testApp({ pages: builtPages, config: { logLevel: 'silent' } })
  const origin = await app.app.listen({ port: 0, host: '127.0.0.1' })
  const port = Number(new URL(origin).port)
  /** Sends raw bytes and returns the response; `ends` closes the sending side afterwards. */
  async function exchange(sent: string | Buffer, { ends = false } = {}): Promise<string> {
    const socket = connect(port, '127.0.0.1')
    let answer = ''
    socket.on('data', (bytes) => (answer += bytes.toString('latin1')))
    socket.on('error', () => {})
    const closed = once(socket, 'close')
    socket.write(sent)
    if (ends) socket.end()
    await Promise.race([closed, wait(3000)])
    socket.destroy()
    return answer
  }
  async function isWell() {
    const registered = await app.call(registerForEvents, { body: JSON.parse(form) })
    return registered.status === 200
  }
  return { ...app, origin, exchange, isWell }
}

function post(headers: string[], body: string | Buffer = form) {
  const head = ['POST /api/register-multi-event HTTP/1.1', 'Host: localhost', ...headers]
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), Buffer.from(body)])
}

const json = 'Content-Type: application/json'

test.for<[problem: string, request: Buffer, answer: RegExp]>([
  [
    'a body that ends too early',
    post([json, 'Connection: close', `Content-Length: ${form.length + 500}`]),
    /^$|^HTTP\/1\.1 400 /,
  ],
  [
    'a length that cuts the body short',
    post([json, 'Connection: close', 'Content-Length: 10']),
    /^HTTP\/1\.1 400 /,
  ],
  [
    'two lengths',
    post([json, 'Content-Length: 5', `Content-Length: ${form.length}`]),
    /^HTTP\/1\.1 400 /,
  ],
  [
    'a length beside chunks',
    post([json, `Content-Length: ${form.length}`, 'Transfer-Encoding: chunked'], `0\r\n\r\n`),
    /^HTTP\/1\.1 400 /,
  ],
  ['a length that is no number', post([json, 'Content-Length: many']), /^HTTP\/1\.1 400 /],
  ['broken chunks', post([json, 'Transfer-Encoding: chunked'], 'zz\r\nx'), /^HTTP\/1\.1 400 /],
  ['an unknown coding', post([json, 'Transfer-Encoding: rot13'], form), /^HTTP\/1\.1 (400|501) /],
  [
    'a compressed body',
    post(
      [
        json,
        'Content-Encoding: gzip',
        'Connection: close',
        `Content-Length: ${gzipSync(form).length}`,
      ],
      gzipSync(form),
    ),
    /^HTTP\/1\.1 400 [\s\S]*The body is not valid JSON/,
  ],
  ['a header without a name', post([': nothing']), /^HTTP\/1\.1 400 /],
  [
    'a header that is folded',
    post([json, 'X-A: b\r\n c: d', 'Content-Length: 0']),
    /^HTTP\/1\.1 400 /,
  ],
  ['headers without end', post([`X-Long: ${'x'.repeat(20_000)}`]), /^HTTP\/1\.1 431 /],
  ['no HTTP at all', Buffer.from('HELLO\r\n\r\n'), /^HTTP\/1\.1 400 /],
  ['a TLS greeting', Buffer.from('16030100a5010000a10303', 'hex'), /^HTTP\/1\.1 400 |^$/],
  ['no host', Buffer.from('GET /api/health HTTP/1.1\r\n\r\n'), /^HTTP\/1\.1 400 /],
  [
    'two hosts',
    post(['host: evil.example', json, `Content-Length: ${form.length}`]),
    /^HTTP\/1\.1 400 [\s\S]*"field":"address"/,
  ],
])('a request with %s is refused and nothing is written', async ([, request, expected]) => {
  const { db, exchange, isWell } = await listeningApp()
  const answer = await exchange(request, { ends: true })
  expect(answer).toMatch(expected)
  expect(answer).not.toMatch(/HTTP\/1\.1 5(?!01)/)
  expect(await db.$count(users)).toBe(0)
  expect(await isWell()).toBe(true)
})

test('a caller that hangs up in the middle of its body leaves nothing behind', async () => {
  const { db, origin, isWell } = await listeningApp()
  for (let attempt = 0; attempt < 20; attempt++) {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1')
    socket.write(post([json, 'Content-Length: 5000'], form))
    await once(socket, 'connect')
    socket.resetAndDestroy()
  }
  expect(await db.$count(users)).toBe(0)
  expect(await isWell()).toBe(true)
})

test('a cached page is not served to requests with two Host headers', async () => {
  const { exchange } = await listeningApp()
  const get = (more: string) =>
    exchange(`GET / HTTP/1.1\r\nHost: a\r\n${more}Connection: close\r\n\r\n`)
  expect(await get('')).toMatch(/^HTTP\/1\.1 200 /)
  for (const host of ['b', 'a', ''])
    expect(await get(`HOST: ${host}\r\n`)).toMatch(/^HTTP\/1\.1 400 /)
})

test("the address in a proxy's form is served by its path, whatever host it names", async () => {
  const { exchange } = await listeningApp()
  const get = (target: string, host = 'greenroom.example') =>
    exchange(`GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
  const page = await get('http://evil.example/')
  expect(page).toMatch(/^HTTP\/1\.1 200 /)
  expect(page).toContain('http://greenroom.example')
  expect(page).not.toContain('evil.example')
  expect(await get('http://evil.example/api/health')).toMatch(/200 OK[\s\S]*"ok"/)
  expect(await get('//evil.example/members')).toMatch(/^HTTP\/1\.1 404 /)
  expect(await get('*')).toMatch(/^HTTP\/1\.1 40[04] /)
})

test('a request to switch protocols or to open a tunnel gets neither', async () => {
  const { exchange, isWell } = await listeningApp()
  const upgrade = 'Connection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n'
  expect(await exchange(`GET /api/health HTTP/1.1\r\nHost: x\r\n${upgrade}`)).not.toMatch(/ 101 /)
  expect(await exchange('CONNECT db:5432 HTTP/1.1\r\nHost: db\r\n\r\n')).not.toMatch(/ 200 /)
  expect(await isWell()).toBe(true)
})
