// @module-tag postgres-only
import { expect, onTestFinished, test } from 'vitest'
import { registerForEvents } from '#features/registrations/contract.ts'
import { buildEvent, registrationBody } from '#tests/support/builders.ts'
import { testDatabase } from '#tests/support/database.ts'
import { testApp } from '#tests/support/test-app.ts'
import { openDatabase } from './open.ts'

/** A node with one connection, on which somebody registers twice, and the names that it has then. */
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
