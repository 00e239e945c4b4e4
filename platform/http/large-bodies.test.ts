import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { builtPages } from '#tests/support/built-pages.ts'
import { testApp } from '#tests/support/test-app.ts'

const megabyte = 1024 * 1024

async function listeningApp() {
  const app = await testApp({ pages: builtPages, config: { logLevel: 'silent' } })
  const port = Number(new URL(await app.app.listen({ port: 0, host: '127.0.0.1' })).port)
  /** Writes a whole body before reading anything, as many clients do. */
  async function write(path: string, body: { bytes: number; type?: string; isChunked?: boolean }) {
    const { bytes, type = 'application/json', isChunked = false } = body
    const socket = connect(port, '127.0.0.1').pause()
    const problems: (string | undefined)[] = []
    socket.on('error', (error: NodeJS.ErrnoException) => problems.push(error.code))
    const closed = once(socket, 'close').catch(() => {})
    const length = isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${bytes}`
    const head = `Host: a\r\nConnection: close\r\nContent-Type: ${type}\r\n${length}\r\n\r\n`
    socket.write(`POST ${path} HTTP/1.1\r\n${head}`)
    const piece = Buffer.alloc(64 * 1024, 'x')
    const framed = isChunked
      ? Buffer.concat([Buffer.from('10000\r\n'), piece, Buffer.from('\r\n')])
      : piece
    for (let written = 0; written < bytes && problems.length === 0; written += piece.length) {
      await Promise.race([new Promise((done) => socket.write(framed, done)), closed, wait(2000)])
      // Let the server, which runs in this process, read.
      await wait(1)
    }
    if (isChunked) socket.write('0\r\n\r\n')
    let answer = ''
    socket.on('data', (part) => (answer += part.toString()))
    socket.resume()
    await Promise.race([closed, wait(15_000, undefined, { ref: false })])
    socket.destroy()
    return { answer, problems }
  }
  return { ...app, write }
}

test.for([
  ['a call', '/api/pre-register', 413, 'The body is larger than 65536 bytes', {}],
  ['a call in pieces', '/api/pre-register', 413, 'larger than 65536', { isChunked: true }],
  ['an import', '/api/admin/events', 401, 'sign in as an administrator', {}],
  ['a webhook', '/api/webhooks/zoom', 401, 'Please sign this call', {}],
  [
    'a call with another kind of body',
    '/api/register-multi-event',
    415,
    'must be JSON',
    { type: 'text/csv' },
  ],
  ['a call that is none', '/api/no-such-call', 413, 'larger than 65536', {}],
  [
    'a form',
    '/register',
    403,
    'only be made from the site',
    { type: 'application/x-www-form-urlencoded' },
  ],
] as const)('whoever writes 3 MB to %s reads our words', async ([, path, status, words, how]) => {
  const { write } = await listeningApp()
  for (let time = 0; time < 3; time++) {
    const { answer, problems } = await write(path, { bytes: 3 * megabyte, ...how })
    expect([problems, answer]).toEqual([
      [],
      expect.stringMatching(`^HTTP/1\\.1 ${status} [^]*${words}`),
    ])
  }
})
