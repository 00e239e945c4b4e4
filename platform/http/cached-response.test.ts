// @module-tag postgres-only
// On the embedded database limits never asked it.
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { buildEvent } from '#tests/support/builders.ts'
import { builtPages } from '#tests/support/built-pages.ts'
import { testApp } from '#tests/support/test-app.ts'

const kept = [
  '/',
  '/go1',
  '/members',
  '/api/events',
  '/api/events/current',
  '/api/events/upcoming',
  '/api/events/completed',
  '/api/site',
  '/api/auth/status',
  '/robots.txt',
  '/sitemap.xml',
  '/images/hero.webp',
  '/share/series.jpg',
  '/share/event-1.jpg',
]

test('cached pages are served without a query, also while the database does not answer', async () => {
  const app = await testApp({ config: { rateLimits: true }, pages: builtPages })
  // The notification about the new event clears the cache; wait for it before the test starts.
  const cleared = vi.spyOn(app.app.deps.cache, 'clear')
  await buildEvent(app.db)
  await vi.waitFor(() => expect(cleared).toHaveBeenCalled(), { timeout: 20_000 })
  const get = async (url: string) => (await app.send({ url })).statusCode
  for (const url of kept) expect([url, await get(url)]).toEqual([url, 200])
  const { pool } = app.database
  const never = () => new Promise<never>(() => {})
  const statements = (['query', 'connect'] as const).map((name) =>
    // Product code never calls the pool with a callback.
    vi.spyOn(pool, name).mockImplementation(never as () => never),
  )
  onTestFinished(() => statements.forEach((spy) => spy.mockRestore()))
  for (const url of kept) {
    const status = await Promise.race([get(url), wait(10_000, 'waits for the database')])
    expect([url, status]).toEqual([url, 200])
    expect([url, statements.map((spy) => spy.mock.calls.length)]).toEqual([url, [0, 0]])
  }
})
