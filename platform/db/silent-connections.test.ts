// @module-tag postgres-only
import { expect, onTestFinished, test, vi } from 'vitest'
import { registerForEvents } from '#features/registrations/contract.ts'
import { getReadiness } from '#kernel/health.ts'
import { buildEvent, registrationBody } from '#tests/support/builders.ts'
import { startDatabaseProxy } from '#tests/support/database-proxy.ts'
import { testDatabase } from '#tests/support/database.ts'
import { querySql } from '#tests/support/query-sql.ts'
import { testApp } from '#tests/support/test-app.ts'
import { openDatabase } from './open.ts'

/** Starts a node that connects to the database through a proxy. */
async function nodeBehindProxy() {
  const direct = await testDatabase()
  const proxy = await startDatabaseProxy(direct.url!)
  const opened = await openDatabase({ databaseUrl: proxy.url, dataDir: '' })
  onTestFinished(async () => {
    await opened.close()
    proxy.close()
  })
  const node = await testApp({
    config: { logLevel: 'silent' },
    database: { ...opened, truncate: direct.truncate },
  })
  const event = await buildEvent(direct.db)
  const register = (email?: string) =>
    node.call(registerForEvents, {
      body: registrationBody({ eventIds: [event.id], ...(email && { email }) }),
    })
  return { ...node, proxy, direct, register }
}

test('with twelve registrations under way on connections that fall silent, the node registers again within 30 s', async () => {
  const { proxy, register, call, direct } = await nodeBehindProxy()
  const people = Array.from({ length: 12 }, (_, index) => `silent-${index}@example.com`)
  await Promise.all(people.map(() => register()))
  proxy.silenceOld()
  const cutOff = await Promise.all(people.map((email) => register(email)))
  expect(cutOff.filter(({ status }) => status !== 200).length).toBeGreaterThanOrEqual(10)
  await vi.waitFor(
    async () => {
      expect((await call(getReadiness)).status).toBe(200)
      const again = await Promise.all(people.map((email) => register(email)))
      expect(again.map(({ status }) => status)).toEqual(people.map(() => 200))
    },
    { timeout: 18_000, interval: 500 },
  )
  const [count] = await querySql<{ number: number }>(
    direct.url!,
    "select count(*)::int as number from users where email like 'silent-%'",
  )
  expect(count!.number).toBe(people.length)
})
