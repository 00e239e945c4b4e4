// @module-tag postgres-only
import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test, vi, type TestContext } from 'vitest'
import { listUpcomingEvents } from '#features/events/contract.ts'
import { getReadiness } from '#kernel/health.ts'
import { openDatabase } from '#platform/db/open.ts'
import { events } from '#schema/events.ts'
import { buildEvent } from '#tests/support/builders.ts'
import { testDatabase } from '#tests/support/database.ts'
import { startPgbouncer } from '#tests/support/pgbouncer.ts'
import { testApp } from '#tests/support/test-app.ts'
import { cannotListenMessage, listenForEventChanges } from './listen-for-changes.ts'

type Node = Awaited<ReturnType<typeof testApp>>

/** Starts two nodes behind a pooler in transaction mode, with or without a direct URL. */
async function nodesBehindPooler(context: TestContext, { isDirect = false } = {}) {
  const server = await testDatabase()
  const databaseUrl = await startPgbouncer(context, server.url!)
  const lines: string[] = []
  const start = async () => {
    const opened = await openDatabase({
      databaseUrl,
      databaseDirectUrl: isDirect ? server.url : undefined,
      namedStatements: false,
      dataDir: '',
    })
    onTestFinished(opened.close)
    return testApp({
      database: { ...opened, truncate: server.truncate },
      log: { write: (line) => void lines.push(line) },
    })
  }
  return { one: await start(), other: await start(), lines }
}

async function titles({ call }: Node) {
  return (await call(listUpcomingEvents)).body.map(({ title }) => title)
}

test('behind a pooler that passes no news on nothing is kept, and the log and readiness say why', async (context) => {
  const { one, other, lines } = await nodesBehindPooler(context)
  await buildEvent(one.db, { title: 'First title' })
  expect(await titles(other)).toEqual(['First title'])
  expect(other.app.deps.cache.holds(listUpcomingEvents.path)).toBe(false)
  await one.db.update(events).set({ title: 'Second title' }).where(eq(events.id, 1))
  expect(await titles(other)).toEqual(['Second title'])
  for (const node of [one, other]) {
    const ready = await node.call(getReadiness)
    expect([ready.status, ready.body]).toEqual([
      200,
      { status: 'ready', warning: cannotListenMessage },
    ])
  }
  // One line for each node.
  expect(lines.filter((line) => line.includes('DATABASE_DIRECT_URL'))).toHaveLength(2)
})

test('with a way past the pooler a node keeps what it answers, and hears what the other changes', async (context) => {
  const { one, other, lines } = await nodesBehindPooler(context, { isDirect: true })
  await buildEvent(one.db, { title: 'First title' })
  await vi.waitFor(async () => {
    expect(await titles(other)).toEqual(['First title'])
    expect(other.app.deps.cache.holds(listUpcomingEvents.path)).toBe(true)
  }, 30_000)
  await one.db.update(events).set({ title: 'Second title' }).where(eq(events.id, 1))
  await expect.poll(() => titles(other)).toEqual(['Second title'])
  expect((await other.call(getReadiness)).body).toEqual({ status: 'ready' })
  expect(lines).toEqual([])
})

test('a node that hears nothing any more keeps nothing, and keeps again once it hears', async () => {
  const node = await testApp({ config: { logLevel: 'silent' } })
  const { app, database } = node
  let isPassedOn = true
  const pool = Object.create(database.pool, {
    query: {
      value: (text: string) => (isPassedOn ? database.pool.query(text) : Promise.resolve()),
    },
  })
  const reported = vi.spyOn(app.deps, 'report')
  await listenForEventChanges(app, { ...database, pool }, 100)
  const listening = () => app.deps.cache.listening()
  expect(listening()).toBe('all')
  isPassedOn = false
  await expect.poll(listening).toBe('deaf')
  isPassedOn = true
  await expect.poll(listening).toBe('all')
  expect(reported).toHaveBeenCalledOnce()
})
