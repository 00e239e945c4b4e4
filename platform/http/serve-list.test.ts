import { once } from 'node:events'
import { get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#kernel/endpoint.ts'
import type { ColumnTexts } from '#platform/db/column-texts.ts'
import { testApp } from '#tests/support/test-app.ts'
import { serveList } from './serve-list.ts'

const listNumbers = endpoint('GET /api/test-numbers', {
  access: 'public',
  summary: 'For these tests.',
  reply: z.array(z.object({ number: z.int(), text: z.string() })),
})
const text = 'x'.repeat(100_000)

/** Builds rows as the database returns them. */
function inColumns(...rows: { number: unknown; text: string; secret?: string }[]) {
  const names = ['number', 'text', 'secret'] as const
  const columns = names.map((name) => [name, JSON.stringify(rows.map((row) => row[name]))])
  return Object.fromEntries(columns) as ColumnTexts<{ number: number; text: string }>
}

/** Serves the list on a real connection, because the tests observe how it closes. */
async function listen(
  portions: () => ReturnType<Parameters<typeof serveList<typeof listNumbers>>[2]>,
) {
  const log: string[] = []
  const { app } = await testApp({ log: { write: (line) => void log.push(line) } })
  serveList(app, listNumbers, portions)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  return `http://127.0.0.1:${port}${listNumbers.path}`
}

test.for(['zstd', 'br', 'gzip', 'identity'])(
  'a list that fails on its way (%s) ends the connection by an error',
  async (encoding) => {
    const received = Promise.withResolvers<void>()
    const url = await listen(async function* () {
      yield inColumns({ number: 1, text })
      await received.promise
      throw new Error('The database went away')
    })
    const response = await fetch(url, { headers: { 'accept-encoding': encoding } })
    expect(response.status).toBe(200)
    received.resolve()
    await expect(response.text()).rejects.toThrow('terminated')
  },
)

test('a compressed list that fails before anything was sent is refused in plain words', async () => {
  const { app } = await testApp({ config: { logLevel: 'silent' } })
  serveList(app, listNumbers, async function* () {
    yield inColumns({ number: 'one', text: '' })
  })
  const { statusCode, headers, body } = await app.inject({
    url: listNumbers.path,
    headers: { 'accept-encoding': 'br' },
  })
  expect([statusCode, headers['content-encoding']]).toEqual([500, undefined])
  expect(JSON.parse(body)).toMatchObject({ message: expect.any(String) })
})

test('a list that fails before its first row is refused like any other call', async () => {
  // oxlint-disable-next-line require-yield -- it fails before
  const url = await listen(async function* () {
    throw new Error('The database went away')
  })
  const response = await fetch(url)
  expect(response.status).toBe(500)
  expect(await response.json()).toMatchObject({ message: expect.any(String) })
})

test('portions are made as they are taken, and no more once the reader has left', async () => {
  let made = 0
  const ended = Promise.withResolvers<void>()
  const url = await listen(async function* () {
    try {
      for (; made < 5000; made += 1) yield inColumns({ number: made, text })
    } finally {
      ended.resolve()
    }
  })
  const request = get(url)
  const [response] = await once(request, 'response')
  await once(response, 'readable')
  response.destroy()
  await ended.promise
  expect(made).toBeLessThan(5000)
})

test('rows are cut to the contract, and a row that breaks it ends the list', async () => {
  const received = Promise.withResolvers<void>()
  const url = await listen(async function* () {
    yield inColumns({ number: 1, text: 'kept', secret: 'cut' })
    await received.promise
    yield inColumns({ number: 'one', text: '' })
  })
  const response = await fetch(url)
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  expect((await reader.read()).value).toBe('[\n{"number":1,"text":"kept"}')
  received.resolve()
  await expect(reader.read()).rejects.toThrow('terminated')
})
