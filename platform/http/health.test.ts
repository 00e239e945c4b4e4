import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { drizzle } from 'drizzle-orm/node-postgres'
import { Pool } from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { getHealth, getReadiness } from '#kernel/health.ts'
import { testApp } from '#tests/support/test-app.ts'
import { checkReadiness } from './health.ts'

test('a process with a database is healthy and ready, and the answer is not cached', async () => {
  const { call } = await testApp()
  const health = await call(getHealth)
  expect([health.status, health.body]).toEqual([200, { status: 'ok' }])
  expect(health.headers['cache-control']).toBe('no-store')
  const ready = await call(getReadiness)
  expect([ready.status, ready.body]).toEqual([200, { status: 'ready' }])
})

test('a database that accepts the connection and says nothing is not ready after two seconds', async () => {
  const sockets: Socket[] = []
  const silent = createServer((socket) => void sockets.push(socket)).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const pool = new Pool({ connectionString: `postgres://user@127.0.0.1:${port}/none` })
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    silent.close()
  })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const ended = vi.fn<(error: unknown) => void>()
  const checking = checkReadiness(drizzle(pool, { casing: 'snake_case' })).catch(ended)
  await vi.advanceTimersByTimeAsync(1999)
  expect(ended).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  await checking
  expect(ended).toHaveBeenCalledWith(expect.objectContaining({ status: 503 }))
})
