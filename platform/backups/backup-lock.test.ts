// @module-tag postgres
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#platform/db/open.ts'
import { testDatabase } from '#tests/support/database.ts'
import { startPgbouncer } from '#tests/support/pgbouncer.ts'
import { querySql } from '#tests/support/query-sql.ts'
import { withBackupLock } from './backup-lock.ts'

/** Opens the same database as another node would; the embedded database has only one process. */
async function anotherNode() {
  const database = await testDatabase()
  if (database.kind === 'embedded') return database
  const opened = await openDatabase({ databaseUrl: database.url!, dataDir: '' })
  onTestFinished(() => opened.close())
  return opened
}

test('only one of two concurrent backups runs, and the next one runs later', async () => {
  const database = await testDatabase()
  const other = await anotherNode()
  const begun = Promise.withResolvers<void>()
  const { promise: isEnded, resolve: end } = Promise.withResolvers<string>()
  const first = withBackupLock(database, async () => {
    begun.resolve()
    return isEnded
  })
  await begun.promise
  expect(await withBackupLock(other, async () => 'second')).toBeUndefined()
  expect(await withBackupLock(database, async () => 'third')).toBeUndefined()
  end('first')
  expect(await first).toBe('first')
  expect(await withBackupLock(other, async () => 'fourth')).toBe('fourth')
})

test('a turn whose work fails is given up as well', async () => {
  const database = await testDatabase()
  const failing = withBackupLock(database, () => Promise.reject(new Error('no room')))
  await expect(failing).rejects.toThrow('no room')
  expect(await withBackupLock(database, async () => 'next')).toBe('next')
})

test(
  'a turn behind a pooler in transaction mode ends with its work',
  { tags: 'postgres-only' },
  async (context) => {
    const { url } = await testDatabase()
    const databaseUrl = await startPgbouncer(context, url!)
    const opened = await openDatabase({ databaseUrl, dataDir: '' })
    onTestFinished(() => opened.close())
    const another = await opened.pool.connect()
    // The query reuses the connection that the pooler just got back.
    await withBackupLock(opened, () => another.query('begin; select 1'))
    const locks = "select count(*)::int as count from pg_locks where locktype = 'advisory'"
    expect(await querySql(url!, locks)).toEqual([{ count: 0 }])
    another.release(true)
    expect(await withBackupLock(opened, async () => 'next')).toBe('next')
  },
)
