import { eq } from 'drizzle-orm'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { listUpcomingEvents } from '#features/events/contract.ts'
import { events } from '#schema/events.ts'
import { buildEvent } from '#tests/support/builders.ts'
import { builtPages } from '#tests/support/built-pages.ts'
import { startDatabaseProxy } from '#tests/support/database-proxy.ts'
import { testDatabase } from '#tests/support/database.ts'
import { querySql } from '#tests/support/query-sql.ts'
import { testApp } from '#tests/support/test-app.ts'

const onPostgres = inject('databaseTemplate').kind === 'postgres'

const patience = { timeout: 40_000, interval: 50 }

type TestApp = Awaited<ReturnType<typeof testApp>>

async function titles({ call }: TestApp) {
  return (await call(listUpcomingEvents)).body.map(({ title }) => title)
}

/** Creates an event and waits until the node has been notified and has cached the list with it. */
async function buildCached(node: TestApp, title: string) {
  const heard = vi.spyOn(node.app.deps.cache, 'clear')
  const event = await buildEvent(node.db, { title })
  await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(onPostgres ? 1 : 0), patience)
  heard.mockRestore()
  expect(await titles(node)).toEqual([title])
  expect(node.app.deps.cache.holds(listUpcomingEvents.path)).toBe(true)
  return event
}

test(
  'an event changed by hand, past the site, is news to the lists and pages of every node',
  { tags: 'postgres-only' },
  async () => {
    const nodes = [await testApp({ pages: builtPages }), await testApp({ pages: builtPages })]
    const { database } = nodes[0]!
    const event = await buildCached(nodes[1]!, 'First title')
    for (const [statement, expected] of [
      ["update events set title = 'Second title'", ['Second title']],
      [`update events set cancelled_at = now() where id = ${event.id}`, []],
      ['update events set cancelled_at = null', ['Second title']],
      ['delete from events', []],
    ] as const) {
      await querySql(database.url!, statement)
      for (const node of nodes) {
        await vi.waitFor(async () => {
          expect(await titles(node)).toEqual(expected)
          const page = await node.send({ url: '/' })
          expect(page.body.includes('Second title')).toBe(expected.length > 0)
        }, patience)
      }
    }
  },
)

test(
  'a change made by one node is gone from the answers of the other',
  { tags: 'postgres-only' },
  async () => {
    const [one, other] = [await testApp(), await testApp()]
    await buildCached(other, 'First title')
    await one.db.update(events).set({ title: 'Second title' }).where(eq(events.id, 1))
    await vi.waitFor(async () => expect(await titles(other)).toEqual(['Second title']), patience)
  },
)

test(
  'a change that is rolled back is no news, and one that is not committed is not shown',
  { tags: 'postgres-only' },
  async () => {
    const node = await testApp()
    await buildCached(node, 'First title')
    const client = await node.database.pool.connect()
    try {
      await client.query("begin; update events set title = 'Never'")
      expect(await titles(node)).toEqual(['First title'])
      await client.query('rollback')
    } finally {
      client.release()
    }
    expect(await titles(node)).toEqual(['First title'])
  },
)

test(
  'a node whose line breaks forgets what it kept, and keeps again once it hears of changes',
  { tags: 'postgres-only' },
  async () => {
    const node = await testApp({ config: { logLevel: 'silent' } })
    await buildCached(node, 'First title')
    const { url } = node.database
    const listeners =
      "select pid from pg_stat_activity where application_name = 'greenroom-listener' and datname = current_database()"
    const [before] = await querySql<{ pid: number }>(url!, listeners)
    await querySql(url!, `select pg_terminate_backend(${before!.pid})`)
    await vi.waitFor(
      () => expect(node.app.deps.cache.holds(listUpcomingEvents.path)).toBe(false),
      patience,
    )
    await querySql(url!, "update events set title = 'Second title'")
    await vi.waitFor(async () => {
      expect(await titles(node)).toEqual(['Second title'])
      expect(node.app.deps.cache.holds(listUpcomingEvents.path)).toBe(true)
    }, patience)
    await querySql(url!, "update events set title = 'Third title'")
    await vi.waitFor(async () => expect(await titles(node)).toEqual(['Third title']), patience)
  },
)

test(
  'a line to the database that falls silent is noticed, and nothing stale is given after that',
  { tags: 'postgres-only' },
  async () => {
    const database = await testDatabase()
    const proxy = await startDatabaseProxy(database.url!)
    onTestFinished(proxy.close)
    const node = await testApp({
      config: { logLevel: 'silent' },
      database: { ...database, url: proxy.url },
    })
    await buildCached(node, 'First title')
    proxy.silenceAll()
    await querySql(database.url!, "update events set title = 'Second title'")
    await vi.waitFor(async () => expect(await titles(node)).toEqual(['Second title']), patience)
    for (const title of ['Third title', 'Fourth title']) {
      await querySql(database.url!, 'update events set title = $1', [title])
      expect(await titles(node)).toEqual([title])
    }
    await node.app.close()
  },
)

test('changes appear when cached responses are dropped', async () => {
  const node = await testApp()
  await buildCached(node, 'First title')
  await node.db.update(events).set({ title: 'Second title' })
  node.app.deps.cache.clear()
  expect(await titles(node)).toEqual(['Second title'])
})
