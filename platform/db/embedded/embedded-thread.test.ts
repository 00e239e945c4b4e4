import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { openEmptyDatabase } from '#tests/support/open-empty-database.ts'
import { startEmbeddedThread } from './embedded.ts'

test('where sockets do not work, a port of the loopback address serves, with the password', async () => {
  const thread = await startEmbeddedThread(
    {
      storage: {},
      socketPath: '/no such folder/socket',
      password: 'right',
      idleInTransactionMs: 1000,
      fsyncCount: new BigInt64Array(new SharedArrayBuffer(8)),
    },
    () => {},
  )
  onTestFinished(() => thread.close())
  const address = { host: '127.0.0.1', port: thread.port, user: 'postgres' }
  const client = new Client({ ...address, password: 'right' })
  await client.connect()
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await client.end()
  const stranger = new Client({ ...address, password: 'wrong' })
  await expect(stranger.connect()).rejects.toMatchObject({ code: '28P01' })
})

test('a failure of the database engine is reported with its reason, and no query hangs', async () => {
  const failure = Promise.withResolvers<Error>()
  const other = await openEmptyDatabase({ onFailure: failure.resolve })
  await other.pool.query('create table broken (id int)')
  // COPY from the client is a statement known to crash this engine.
  await expect(other.pool.query('copy broken from stdin')).rejects.toThrow('Connection terminated')
  expect((await failure.promise).message).toMatch(
    /database stopped.*\n.*FATAL: {2}terminating connection/s,
  )
  await expect(other.pool.query('select 1')).rejects.toThrow('ENOENT')
})

test('too deep a recursion is an error like any other, not the end', async () => {
  const other = await openEmptyDatabase()
  await other.pool.query(
    'create function sink(n int) returns int language plpgsql as $$ begin return sink(n + 1); end $$',
  )
  await expect(other.pool.query('select sink(1)')).rejects.toMatchObject({ code: '54001' })
  expect((await other.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})
