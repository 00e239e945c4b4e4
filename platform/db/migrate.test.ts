import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openEmptyDatabase } from '#tests/support/open-empty-database.ts'
import { startPgbouncer } from '#tests/support/pgbouncer.ts'
import { querySql } from '#tests/support/query-sql.ts'
import { startedPostgres, type TemporaryPostgres } from '#tests/support/postgres.ts'
import { migrateDatabase } from './migrate.ts'
import { readMigrations } from './migrations.ts'
import { openDatabase, type OpenDatabase } from './open.ts'

const known = readMigrations().length

async function appliedMigrations({ pool }: OpenDatabase) {
  const { rows } = await pool.query(
    'select count(*)::int as count from drizzle.__drizzle_migrations',
  )
  return rows[0].count
}

test('the embedded database gets every migration, and starting again adds nothing', async () => {
  const opened = await openEmptyDatabase()
  await migrateDatabase(opened)
  await migrateDatabase(opened)
  expect(await appliedMigrations(opened)).toBe(known)
})

test('a server out of reach is named, and its password is not', async () => {
  const databaseUrl = 'postgres://someone:secret@127.0.0.1:1/series'
  const opened = await openDatabase({ databaseUrl, dataDir: '' })
  onTestFinished(() => opened.close())
  const failure = await migrateDatabase(opened).catch((error: Error) => error.message)
  expect(failure).toContain('The database of DATABASE_URL (127.0.0.1:1/series) cannot be reached')
  expect(failure).not.toContain('secret')
})

describe('on a PostgreSQL server', { tags: 'postgres-only' }, () => {
  let server: TemporaryPostgres
  let opened: OpenDatabase

  beforeAll(async () => {
    server = await startedPostgres()
    opened = await openDatabase({ databaseUrl: server.url, dataDir: '' })
  })
  afterAll(async () => {
    await opened.close()
    await server.stop()
  })

  /** Starts a node that opens and migrates the database and exits. */
  async function startNode(url = server.url) {
    const script = `
      const { openDatabase } = await import(${JSON.stringify(new URL('./open.ts', import.meta.url).href)})
      const { migrateDatabase } = await import(${JSON.stringify(new URL('./migrate.ts', import.meta.url).href)})
      const opened = await openDatabase({ databaseUrl: process.argv[1], dataDir: '' })
      process.stdout.write('ready')
      await new Promise((resolve) => process.stdin.once('data', resolve))
      await migrateDatabase(opened)
      await opened.close()
      process.exit()
    `
    const node = spawn(process.execPath, ['--input-type=module', '--eval', script, url])
    let complaint = ''
    node.stderr.on('data', (text: Buffer) => (complaint += text.toString()))
    const ended = once(node, 'exit').then(([code]) => ({ code, complaint }))
    await once(node.stdout, 'data')
    return { ended, go: () => node.stdin.write('go') }
  }

  test('nodes that start together migrate it once and all go on', async () => {
    const nodes = await Promise.all([startNode(), startNode(), startNode()])
    for (const node of nodes) node.go()
    const outcomes = await Promise.all(nodes.map(({ ended }) => ended))
    expect(outcomes).toEqual(nodes.map(() => ({ code: 0, complaint: '' })))
    expect(await appliedMigrations(opened)).toBe(known)
  })

  test('nodes behind a pooler in transaction mode leave no lock behind that the next one waits for', async (context) => {
    await opened.pool.query('create database pooled')
    const url = await startPgbouncer(context, server.url.replace(/postgres$/, 'pooled'))
    for (const _start of ['first', 'second']) {
      const nodes = await Promise.all([startNode(url), startNode(url)])
      for (const node of nodes) node.go()
      const outcomes = await Promise.all(nodes.map(({ ended }) => ended))
      expect(outcomes).toEqual(nodes.map(() => ({ code: 0, complaint: '' })))
      const locks = "select count(*)::int as count from pg_locks where locktype = 'advisory'"
      expect((await opened.pool.query(locks)).rows).toEqual([{ count: 0 }])
    }
  })

  test('a node of 1.0.0 that still runs stops the migration that renames its tables, and is named', async () => {
    await opened.pool.query('create database earlier')
    const databaseUrl = server.url.replace(/postgres$/, 'earlier')
    const earlier = await openDatabase({ databaseUrl, dataDir: '' })
    onTestFinished(() => earlier.close())
    await migrateDatabase(earlier, { count: 33 })
    const node = new Client({ connectionString: databaseUrl, application_name: 'greenroom-listen' })
    await node.connect()
    await expect(migrateDatabase(earlier, { patienceMs: 0 })).rejects.toThrow(
      'a node of release 1.0.0 still runs (greenroom-listen at 127.0.0.1). Stop it, then start this one',
    )
    expect(await appliedMigrations(earlier)).toBe(33)
    await node.end()
    await migrateDatabase(earlier)
    expect(await appliedMigrations(earlier)).toBe(known)
  })

  test('migrations go past a pooler where a way past it is set', async () => {
    await opened.pool.query('create database direct')
    const elsewhere = await openDatabase({
      databaseUrl: 'postgres://someone@127.0.0.1:1/pooler',
      databaseDirectUrl: server.url.replace(/postgres$/, 'direct'),
      dataDir: '',
    })
    onTestFinished(() => elsewhere.close())
    await migrateDatabase(elsewhere)
    const counted = 'select count(*)::int as count from drizzle.__drizzle_migrations'
    expect(await querySql(elsewhere.directUrl!, counted)).toEqual([
      { count: readMigrations().length },
    ])
  })

  test('a migration that fails names the statement that the server refused, and leaves nothing', async () => {
    await opened.pool.query('create database occupied')
    const databaseUrl = server.url.replace(/postgres$/, 'occupied')
    const occupied = await openDatabase({ databaseUrl, dataDir: '' })
    onTestFinished(() => occupied.close())
    await occupied.pool.query('create table users (id int)')
    await expect(migrateDatabase(occupied)).rejects.toThrow('relation "users" already exists')
    const { rows } = await occupied.pool.query(
      "select tablename from pg_tables where tablename = 'events' or schemaname = 'drizzle'",
    )
    expect(rows).toEqual([])
  })

  test('a connection that the server ends is replaced without a word', async () => {
    const client = await opened.pool.connect()
    const { rows } = await client.query('select pg_backend_pid() as pid')
    const ended = new Promise<void>((resolve) => client.once('end', resolve))
    await opened.pool.query('select pg_terminate_backend($1)', [rows[0].pid])
    await ended
    client.release()
    expect((await opened.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  })
})
