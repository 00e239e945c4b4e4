import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { searchLibrary } from '#features/library/server/search-library.ts'
import { migrateDatabase } from '#platform/db/migrate.ts'
import { openDatabase, type OpenDatabase } from '#platform/db/open.ts'
import { repairPeople } from '#platform/people/save-people.ts'
import { events } from '#schema/events.ts'
import { unsubscriptions } from '#schema/newsletter.ts'
import { users } from '#schema/people.ts'
import { buildWords } from '#tests/support/build-words.ts'
import { buildEvent, buildPerson, buildRegistration } from '#tests/support/builders.ts'
import { testDatabase, type TestDatabase } from '#tests/support/database.ts'
import { openEmptyDatabase } from '#tests/support/open-empty-database.ts'
import { startedPostgres } from '#tests/support/postgres.ts'
import { strangeKeys } from '#tests/support/strange-keys.ts'
import { readCopyFile, writeCopyFile } from './copy-file.ts'
import { exportDatabase } from './export-database.ts'
import { importDatabase } from './import-database.ts'

const now = new Date('2026-11-21T08:00:00.000Z')
const folder = mkdtempSync(join(tmpdir(), 'greenroom-copy-'))
let source: TestDatabase

beforeAll(async () => {
  source = await testDatabase()
})
beforeEach(async () => {
  await source.truncate()
  await fill(source)
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
})

/** Inserts values that are easily damaged: many scripts, quotes, line breaks, empty and long texts. */
async function fill({ db }: OpenDatabase) {
  const odd = 'tab\t "quoted" \\back\\slash\n{"json": [1]} — Łódź 日本 🎉 \u2028'
  const event = await buildEvent(db, {
    title: odd,
    description: odd.repeat(4_000),
    videoUrl: null,
  })
  await buildEvent(db, {
    title: '',
    eventDate: null,
    createdAt: new Date('2026-01-02T03:04:05.678Z'),
  })
  const interests = ['plain', 'with, comma', 'with "quote"', 'NULL', '', '{brace}', 'back\\slash']
  const person = await buildPerson(db, { lastName: odd, interests, linkedin: '' })
  await buildPerson(db, { interests: [] })
  await buildRegistration(db, { userId: person.id, eventId: event.id, questions: odd })
  await db.insert(unsubscriptions).values({ email: person.email, topic: 'news' })
  await buildWords(db, odd)
}

/**
 * Total rows: three events with a transcript, a passage, a chapter and a draft, two people, eight
 * domain events, and so on.
 */
const rowsOfSource = 22

async function textOf(opened: OpenDatabase) {
  let text = ''
  for await (const piece of exportDatabase(opened, now)) text += piece
  return text
}

/**
 * Returns the sorted lines of a backup without the header, which has a timestamp. Sorting is needed
 * because PostgreSQL may start a scan of a large table anywhere.
 */
async function contentOf(opened: OpenDatabase) {
  const text = await textOf(opened)
  return text.split('\n').slice(1).toSorted().join('\n')
}

async function copyToFile(name: string) {
  const file = join(folder, name)
  await writeCopyFile(file, exportDatabase(source, now))
  return file
}

/** Restores a backup file and returns the number of rows, or the error message. */
function load(opened: OpenDatabase, file: string) {
  return readCopyFile(file, (text) => importDatabase(opened, text)).then(
    ({ rows }) => rows,
    (error: Error) => error.message,
  )
}

test(
  'a copy in a new embedded database holds the same rows, and ids go on from there',
  { tags: 'postgres' },
  async () => {
    const file = await copyToFile('whole.gz')
    const target = await openEmptyDatabase()
    expect(await load(target, file)).toBe(rowsOfSource)
    expect(await contentOf(target)).toBe(await contentOf(source))
    const [newest] = await source.db.select().from(users).orderBy(users.id).offset(1)
    expect((await buildPerson(target.db)).id).toBe(newest!.id + 1)
    expect(await target.db.select().from(events)).toEqual(await source.db.select().from(events))
    const asked = { q: 'preis haus', eventId: undefined }
    const { moments } = await searchLibrary(target.db, asked, { now, timeZone: 'UTC' })
    expect(moments).toMatchObject([{ atSeconds: 2.5, speaker: 'Zoë' }])
  },
)

test(
  'a copy goes to the server and back without a difference',
  { tags: 'postgres-only' },
  async () => {
    const server = await startedPostgres()
    onTestFinished(() => server.stop())
    const there = await openDatabase({ databaseUrl: server.url, dataDir: '' })
    onTestFinished(() => there.close())
    expect(await load(there, await copyToFile('there.gz'))).toBe(rowsOfSource)
    expect(await contentOf(there)).toBe(await contentOf(source))
    const back = join(folder, 'back.gz')
    await writeCopyFile(back, exportDatabase(there, now))
    const here = await openEmptyDatabase()
    expect(await load(here, back)).toBe(rowsOfSource)
    expect(await contentOf(here)).toBe(await contentOf(source))
  },
)

test('copies keep the names of 1.0 for tables and columns that were renamed since', async () => {
  const lines = (await textOf(source)).split('\n').filter((line) => line.startsWith('{"table"'))
  const columns = new Map(
    lines.map((line) => {
      const { table } = JSON.parse(line) as { table: { name: string; columns: string[] } }
      return [table.name, table.columns]
    }),
  )
  expect(columns.get('message_deliveries')).toContain('occasion')
  expect(columns.get('held_mails')).toContain('occasion')
  expect(columns.get('bounces')).toContain('delivery_id')
  expect(columns.get('webinar_seats')).toContain('spent_on')
  expect(columns.has('outbox_entries')).toBe(false)
})

test('a database that holds anything is refused, and stays as it was', async () => {
  const target = await openEmptyDatabase()
  await migrateDatabase(target)
  await buildPerson(target.db, { email: 'here.before@example.com' })
  const refusal = await load(target, await copyToFile('refused.gz'))
  expect(refusal).toContain('not empty: "people" has rows. Nothing was changed.')
  expect(await target.db.select({ email: users.email }).from(users)).toEqual([
    { email: 'here.before@example.com' },
  ])
  expect(await target.db.select().from(events)).toEqual([])
})

test('a copy that breaks off, or misses rows, leaves nothing behind', async () => {
  const target = await openEmptyDatabase()
  const [header, ...lines] = (await textOf(source)).trim().split('\n')
  const row = lines.findLastIndex((line) => line.startsWith('['))
  for (const [part, reason] of [
    [lines.slice(0, -1), 'This file is incomplete'],
    [lines.toSpliced(row, 1), 'rows are missing'],
    [lines.with(row, '["1"]'), 'damaged'],
  ] as const) {
    async function* text() {
      yield `${header}\n${part.join('\n')}\n`
    }
    await expect(importDatabase(target, text())).rejects.toThrow(reason)
  }
  expect(await target.db.select().from(users)).toEqual([])
  expect(await load(target, await copyToFile('good.gz'))).toBe(rowsOfSource)
})

test('a copy of an unknown release is refused, one of an older release is brought up to date', async () => {
  const older = await openEmptyDatabase()
  await migrateDatabase(older, { count: 1 })
  await older.pool.query("insert into users (email) values ('thandi@example.com')")
  await repairPeople(older.db)
  const file = join(folder, 'older.gz')
  await writeCopyFile(file, exportDatabase(older, now))
  const target = await openEmptyDatabase()
  expect([await load(target, file), await strangeKeys(target.db)]).toEqual([2, []])
  const marks = 'select hash from drizzle.__drizzle_migrations order by created_at'
  expect((await target.pool.query(marks)).rows).toEqual((await source.pool.query(marks)).rows)

  await older.pool.query("update drizzle.__drizzle_migrations set hash = 'unheard of'")
  const unknown = join(folder, 'unknown.gz')
  await writeCopyFile(unknown, exportDatabase(older, now))
  expect(await load(await openEmptyDatabase(), unknown)).toContain('made by another release')
})

test('a database that Greenroom already brought further than the copy is refused', async () => {
  const older = await openEmptyDatabase()
  await migrateDatabase(older, { count: 1 })
  const file = join(folder, 'behind.gz')
  await writeCopyFile(file, exportDatabase(older, now))
  const target = await openEmptyDatabase()
  await migrateDatabase(target)
  expect(await load(target, file)).toContain('newer tables than the file')
})

test('thousands of rows, and rows of megabytes, arrive whole', { tags: 'postgres' }, async () => {
  await source.pool.query(
    `insert into users (first_name, last_name, email)
      select 'Name', repeat('x', i % 50), 'many' || i || '@example.com' from generate_series(1, 5000) i`,
  )
  await repairPeople(source.db)
  await source.pool.query(`update events set description = repeat('long', 500000)`)
  const target = await openEmptyDatabase()
  expect(await load(target, await copyToFile('many.gz'))).toBe(10_000 + rowsOfSource)
  expect(await contentOf(target)).toBe(await contentOf(source))
})
