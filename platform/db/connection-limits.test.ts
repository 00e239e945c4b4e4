// @module-tag postgres-only
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '#tests/support/database.ts'
import { querySql } from '#tests/support/query-sql.ts'
import { withLongTimeouts } from './connection-limits.ts'
import { openDatabase, type Db, type Transaction } from './open.ts'
import { longTransaction } from './transactions.ts'

async function statementLimit(db: Db | Transaction) {
  const { rows } = await db.execute<{ limit: string }>(
    sql`select current_setting('statement_timeout') as limit`,
  )
  return rows[0]!.limit
}

async function openWith({ connections = 10 } = {}) {
  const { url } = await testDatabase()
  const opened = await openDatabase({ databaseUrl: url, dataDir: '', connections })
  onTestFinished(opened.close)
  return { ...opened, url: url! }
}

test('a statement has ten seconds, and an import’s minutes end with its transaction', async () => {
  const { db } = await openWith({ connections: 1 })
  expect(await statementLimit(db)).toBe('10s')
  expect(await longTransaction(db, statementLimit)).toBe('15min')
  expect(await statementLimit(db)).toBe('10s')
  await expect(longTransaction(db, (tx) => tx.execute(sql`select no_such_column`))).rejects.toThrow(
    'no_such_column',
  )
  expect(await statementLimit(db)).toBe('10s')
})

test('who waits for a connection keeps limits of their own, whoever gives it back', async () => {
  const { db } = await openWith({ connections: 1 })
  const limits = await Promise.all([
    withLongTimeouts(() => statementLimit(db)),
    statementLimit(db),
    withLongTimeouts(() => statementLimit(db)),
    statementLimit(db),
  ])
  expect(limits).toEqual(['15min', '10s', '15min', '10s'])
})

test('a connection to a server that became a standby is not kept for the next write', async () => {
  const { db, pool, url } = await openWith({ connections: 1 })
  const name = new URL(url).pathname.slice(1)
  const set = (value: 'on' | 'off') =>
    querySql(
      `${url}?options=-c%20default_transaction_read_only=off`,
      `alter database ${name} set default_transaction_read_only = ${value}`,
    )
  onTestFinished(async () => void (await set('off')))
  await set('on')
  const write = () =>
    db.transaction((tx) => tx.execute(sql`update events set title = 'Never' where false`))
  await expect(write()).rejects.toThrow('Failed query')
  expect(pool.totalCount).toBe(0)
  await set('off')
  await write()
})
