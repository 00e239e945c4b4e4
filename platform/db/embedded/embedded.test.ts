import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openDatabase, type OpenDatabase } from '#platform/db/open.ts'

let dataDir: string
let opened: OpenDatabase

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'greenroom-embedded-'))
  opened = await openDatabase({ dataDir, embedded: { idleInTransactionMs: 300 } })
  await opened.pool.query('create table notes (id int primary key, text text)')
})

afterAll(async () => {
  await opened.close()
  rmSync(dataDir, { recursive: true })
})

async function emptyNotes() {
  await opened.pool.query('truncate notes')
}

/** Opens a connection outside the pool. */
async function connect(changes = {}) {
  const client = new Client({ ...opened.embedded!.connection, ...changes })
  client.on('error', () => {})
  onTestFinished(() => client.end().catch(() => {}))
  await client.connect()
  return client
}

test('every commit reaches the disk before it is answered', async () => {
  await emptyNotes()
  const before = opened.embedded!.fsyncCount()
  for (let id = 0; id < 50; id += 1) {
    await opened.pool.query('insert into notes values ($1)', [id])
    expect(opened.embedded!.fsyncCount()).toBeGreaterThanOrEqual(before + BigInt(id + 1))
  }
})

test('a rolled back transaction needs no visit to the disk, so the count means commits', async () => {
  await emptyNotes()
  const before = opened.embedded!.fsyncCount()
  const client = await connect()
  for (let id = 0; id < 20; id += 1) {
    await client.query('begin')
    await client.query('insert into notes values ($1)', [id])
    await client.query('rollback')
  }
  expect(opened.embedded!.fsyncCount() - before).toBeLessThan(5n)
})

test("a dead client's transaction is rolled back, and others continue", async () => {
  await emptyNotes()
  const client = await connect()
  await client.query('begin')
  await client.query("insert into notes values (1, 'half')")
  const waiting = opened.pool.query('select count(*)::int as count from notes')
  ;(
    client as unknown as { connection: { stream: { destroy(): void } } }
  ).connection.stream.destroy()
  expect((await waiting).rows).toEqual([{ count: 0 }])
})

test('an abandoned transaction is ended, because it blocks all others', async () => {
  await emptyNotes()
  const client = await connect()
  const ended = new Promise<void>((resolve) => client.once('end', resolve))
  await client.query('begin')
  await client.query("insert into notes values (1, 'forgotten')")
  const { rows } = await opened.pool.query('select count(*)::int as count from notes')
  expect(rows).toEqual([{ count: 0 }])
  await ended
  await expect(client.query('commit')).rejects.toThrow('not queryable')
})

test('forty parallel transactions that read, think and write lose no update', async () => {
  await emptyNotes()
  await opened.pool.query("insert into notes values (1, '0')")
  await Promise.all(
    Array.from({ length: 40 }, async () => {
      const client = await opened.pool.connect()
      await client.query('begin')
      const { rows } = await client.query('select text from notes where id = 1')
      await new Promise(setImmediate)
      await client.query('update notes set text = $1 where id = 1', [
        String(Number(rows[0].text) + 1),
      ])
      await client.query('commit')
      client.release()
    }),
  )
  const { rows } = await opened.pool.query('select text from notes')
  expect(rows).toEqual([{ text: '40' }])
})

test('parallel statements with values of many sizes each get their own answer', async () => {
  await emptyNotes()
  const sizes = [1, 70_000, 300_000, 10, 1_500_000, 65_536]
  const answers = await Promise.all(
    Array.from({ length: 120 }, async (_, id) => {
      const text = String(id % 10).repeat(sizes[id % sizes.length]!)
      if (id % 3 === 0) {
        const { rows } = await opened.pool.query('select $1::int as id, $2::text as text', [
          id,
          text,
        ])
        return rows[0].id === id && rows[0].text === text
      }
      const insert = 'insert into notes values ($1, $2) returning id, length(text) as size'
      const { rows } = await opened.pool.query(insert, [id, text])
      return rows[0].id === id && rows[0].size === text.length
    }),
  )
  expect(answers.every(Boolean)).toBe(true)
})

test('an error in one statement leaves the connection and the others usable', async () => {
  const results = await Promise.allSettled(
    Array.from({ length: 30 }, (_, id) =>
      opened.pool.query(id % 2 ? 'select $1::int as id' : 'select 1 / ($1::int - $1::int)', [id]),
    ),
  )
  const refused = results.filter(({ status }) => status === 'rejected')
  expect(refused).toHaveLength(15)
  for (const { reason } of refused as PromiseRejectedResult[]) expect(reason.code).toBe('22012')
})

test('connections share a named statement, each believing that it is the first to name it', async () => {
  await emptyNotes()
  const add = { name: 'add', text: 'insert into notes values ($1, $2) returning text' }
  const clients = await Promise.all(Array.from({ length: 4 }, () => connect()))
  const answers = await Promise.all(
    clients.flatMap((client, one) =>
      [0, 1, 2].map(async (turn) => {
        const text = `${one} in turn ${turn}`
        const { rows } = await client.query({ ...add, values: [one * 10 + turn, text] })
        return rows[0].text === text
      }),
    ),
  )
  expect(answers.every(Boolean)).toBe(true)
  const { rows } = await clients[0]!.query('select name from pg_prepared_statements')
  expect(rows).toEqual([{ name: 'add' }])
})

test('a name with another text is refused, and one that failed is free', async () => {
  await emptyNotes()
  const [client, other] = [await connect(), await connect()]
  await client.query({ name: 'mine', text: 'select 1 as one' })
  const taken = other.query({ name: 'mine', text: 'select 2 as one' })
  await expect(taken).rejects.toMatchObject({ code: '42P05' })
  await client.query('begin')
  await expect(client.query('select 1 / 0')).rejects.toMatchObject({ code: '22012' })
  const counting = { name: 'counting', text: 'select count(*)::int as count from notes' }
  await expect(client.query(counting)).rejects.toMatchObject({ code: '25P02' })
  await client.query('rollback')
  expect((await other.query(counting)).rows).toEqual([{ count: 0 }])
  expect((await client.query({ name: 'mine', text: 'select 1 as one' })).rows).toEqual([{ one: 1 }])
})

test('a connection without the right password is refused', async () => {
  await expect(connect({ password: 'guess' })).rejects.toMatchObject({ code: '28P01' })
})

test('a data folder with a path too long for a socket works', async () => {
  const long = join(dataDir, 'long'.repeat(30))
  const other = await openDatabase({ dataDir: long })
  const { host } = other.embedded!.connection
  expect((await other.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await other.close()
  expect(existsSync(host!)).toBe(false)
})

test('closing waits for what runs, can be repeated, and what was written is there afterwards', async () => {
  const folder = join(dataDir, 'closing')
  const first = await openDatabase({ dataDir: folder })
  await first.pool.query('create table kept (id int)')
  const writing = first.pool.query('insert into kept select 1 from pg_sleep(0.2)')
  await Promise.all([first.close(), first.close(), writing])
  await first.close()
  const second = await openDatabase({ dataDir: folder })
  expect((await second.pool.query('select id from kept')).rows).toEqual([{ id: 1 }])
  await second.close()
})
