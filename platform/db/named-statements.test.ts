// @module-tag postgres-only
import { expect, onTestFinished, test, vi, type TestContext } from 'vitest'
import { registerForEvents } from '#features/registrations/contract.ts'
import { buildEvent, registrationBody } from '#tests/support/builders.ts'
import { testDatabase } from '#tests/support/database.ts'
import { testApp } from '#tests/support/test-app.ts'
import { startPgbouncer } from '#tests/support/pgbouncer.ts'
import { openDatabase } from './open.ts'
import { tryStatementNames } from './statement-names.ts'

/** Registers twice on a node with one connection and returns the names of its prepared statements. */
async function registerTwice(namedStatements: boolean) {
  const direct = await testDatabase()
  const opened = await openDatabase({
    databaseUrl: direct.url!,
    dataDir: '',
    connections: 1,
    namedStatements,
  })
  onTestFinished(() => opened.close())
  const { call } = await testApp({ database: { ...opened, truncate: direct.truncate } })
  const { id } = await buildEvent(direct.db)
  const body = registrationBody({ eventIds: [id] })
  const statuses = [
    (await call(registerForEvents, { body })).status,
    (await call(registerForEvents, { body })).status,
  ]
  const { rows } = await opened.pool.query<{ name: string }>(
    'select name from pg_prepared_statements',
  )
  return { statuses, names: rows.map(({ name }) => name), pool: opened.pool }
}

test('a registration is asked by named statements', async () => {
  const { statuses, names } = await registerTwice(true)
  expect(statuses).toEqual([200, 200])
  expect(names).toContain('add_person')
})

test('where a pooler keeps no names, none are given', async () => {
  const { statuses, names } = await registerTwice(false)
  expect(statuses).toEqual([200, 200])
  expect(names).toEqual([])
})

test('a connection whose named statement a migration has outlived is replaced', async () => {
  const { pool } = await registerTwice(true)
  const asked = { name: 'outlived', text: 'select * from outlived' }
  await pool.query('create table outlived (id int)')
  onTestFinished(async () => void (await pool.query('drop table outlived')))
  await pool.query(asked)
  await pool.query('alter table outlived alter id type text')
  await expect(pool.query(asked)).rejects.toMatchObject({ code: '0A000' })
  expect((await pool.query(asked)).rows).toEqual([])
})

/** Starts a node behind a pooler in transaction mode, with its log lines about named statements. */
async function nodeBehindPooler(context: TestContext, poolSize?: number) {
  const direct = await testDatabase()
  const databaseUrl = await startPgbouncer(context, direct.url!, { poolSize })
  const lost = vi.fn<() => void>()
  const opened = await openDatabase({ databaseUrl, dataDir: '', onNamesLost: lost })
  onTestFinished(() => opened.close())
  return { direct, opened, lost }
}

async function registerCrowd({ direct, opened }: Awaited<ReturnType<typeof nodeBehindPooler>>) {
  const { call } = await testApp({
    config: { logLevel: 'silent' },
    database: { ...opened, truncate: direct.truncate },
  })
  const { id } = await buildEvent(direct.db)
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      call(registerForEvents, {
        body: registrationBody({ eventIds: [id], email: `crowd-${index}@example.com` }),
      }),
    ),
  )
  return answers.map(({ status }) => status)
}

const all = (status: number) => Array.from({ length: 40 }, () => status)

test.for([20, 1])(
  'a pooler that loses names is met at the start, with %i connections, and nobody hears of it',
  async (poolSize, context) => {
    const node = await nodeBehindPooler(context, poolSize)
    await tryStatementNames(node.opened)
    expect(node.lost).toHaveBeenCalledOnce()
    expect(node.opened.names.areGiven).toBe(false)
    expect(await registerCrowd(node)).toEqual(all(200))
    expect(node.lost).toHaveBeenCalledOnce()
  },
)

test('names that a pooler loses later are left off by themselves, and who met it may try again', async (context) => {
  const node = await nodeBehindPooler(context)
  const first = await registerCrowd(node)
  expect(first.filter((status) => status !== 200 && status !== 503)).toEqual([])
  expect(first).toContain(503)
  expect(node.lost).toHaveBeenCalledOnce()
  expect(await registerCrowd(node)).toEqual(all(200))
})

test('a server reached directly keeps its names when they are tried', async () => {
  const { url } = await testDatabase()
  const opened = await openDatabase({ databaseUrl: url!, dataDir: '' })
  onTestFinished(() => opened.close())
  await tryStatementNames(opened)
  expect(opened.names.areGiven).toBe(true)
})
