import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { exportDatabase } from '#platform/db/copy/export-database.ts'
import { importDatabase } from '#platform/db/copy/import-database.ts'
import { readCopyFile } from '#platform/db/copy/copy-file.ts'
import { migrateDatabase } from '#platform/db/migrate.ts'
import { readMigrations } from '#platform/db/migrations.ts'
import { openDatabase, type OpenDatabase } from '#platform/db/open.ts'
import { findLinkedRow } from '#platform/signed-links/signed-links.ts'
import { events } from '#schema/events.ts'
import { users } from '#schema/people.ts'
import { setupMarks } from '#schema/setup.ts'
import { openEmptyDatabase } from './support/open-empty-database.ts'
import { openLeftFolder } from './support/open-left-folder.ts'
import { startedPostgres } from './support/postgres.ts'
import { readCatalogue } from './support/read-catalogue.ts'

/** Data of the release before the baseline, with its sample series and one registered person. */
const left = 'tests/upgrade/before-baseline'
const leftCopy = join(left, 'copy.ndjson.gz')
const leftBackup = join(left, 'greenroom-backup-2026-11-24T17-21-53-725Z.ndjson.gz')

/** Number of migrations before the baseline. */
const marksBefore = 33
const marksSince = readMigrations().length - 1

async function* pieces(text: string) {
  yield text
}

/** Returns the text of an export in the current format. */
async function textOf(opened: OpenDatabase) {
  let text = ''
  for await (const piece of exportDatabase(opened, new Date())) text += piece
  return text
}

/** Returns the header's migrations, and every row in sorted order. */
async function copyOf(opened: OpenDatabase) {
  const text = await textOf(opened)
  const [header = '', ...lines] = text.trim().split('\n')
  const { migrations } = JSON.parse(header) as { migrations: { hash: string }[] }
  return { text, hashes: migrations.map(({ hash }) => hash), rows: lines.toSorted() }
}

function textOfLeft(file: string) {
  return readCopyFile(file, async (text) => {
    let all = ''
    for await (const piece of text) all += piece
    return all
  })
}

async function countMarks({ pool }: OpenDatabase) {
  const { rows } = await pool.query('select hash from drizzle.__drizzle_migrations')
  return new Set(rows.map(({ hash }) => hash)).size
}

/** A link in a mail of that time. */
const leftLink = '1-tMQSN3bhwPZp3pKIj8EY9Uxf'

/** Checks the content of each of the three files. */
async function expectLeft({ db }: OpenDatabase) {
  expect(await findLinkedRow(db, 'join', leftLink)).toBe(1)
  expect(await db.select({ email: users.email }).from(users)).toEqual([
    { email: 'thandi.before@example.com' },
  ])
  // A series from before the set-up existed must not be led through it.
  expect(await db.select({ mark: setupMarks.mark }).from(setupMarks)).toEqual([
    { mark: 'dismissed' },
  ])
  const found = await db.select().from(events).orderBy(events.id)
  expect(found).toHaveLength(14)
  // The fifth and sixth event had no slug: the fifth has the second's title, the sixth has no letters.
  expect([2, 5, 6, 7].map((id) => found[id - 1]!.slug)).toEqual([
    'two-exits-and-a-bakery',
    'two-exits-and-a-bakery-2',
    '6',
    'growing-slowly-on-purpose',
  ])
  expect(found[4]!.calendarUid).toBe('f8a6a522-c94d-4e66-8e84-a526c0f01039@greenroom')
}

/** Creates an empty database of the previous release, with its tables and migrations. */
async function beginBefore(opened: OpenDatabase, count = marksBefore) {
  const [header = ''] = (await textOfLeft(leftCopy)).split('\n')
  const { migrations } = JSON.parse(header) as { migrations: { hash: string; at: string }[] }
  expect(migrations).toHaveLength(marksBefore)
  await migrateDatabase(opened, { count: 1 })
  await opened.pool.query('delete from drizzle.__drizzle_migrations')
  for (const { hash, at } of migrations.slice(0, count)) {
    const note = 'insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)'
    await opened.pool.query(note, [hash, at])
  }
}

test('a database folder of before the baseline opens, and is made as a fresh one is', async () => {
  const folder = await openLeftFolder(left)
  expect(await countMarks(folder)).toBe(marksBefore)
  await migrateDatabase(folder)
  await migrateDatabase(folder)
  await expectLeft(folder)
  expect(await countMarks(folder)).toBe(marksBefore + marksSince)
  const fresh = await openEmptyDatabase()
  await migrateDatabase(fresh)
  expect(await countMarks(fresh)).toBe(1 + marksSince)
  expect(await readCatalogue(folder.pool)).toEqual(await readCatalogue(fresh.pool))
})

test.each([leftCopy, leftBackup])('%s loads into a fresh database', async (file) => {
  const fresh = await openEmptyDatabase()
  await readCopyFile(file, (text) => importDatabase(fresh, text))
  await expectLeft(fresh)
})

test('digests of erasures of before are known, in a folder and in a copy that was restored', async () => {
  const folder = await openLeftFolder(left)
  const { rows } = await folder.pool.query("select secret from server_secrets where name = 'links'")
  const { secret } = rows[0] as { secret: Buffer }
  const sha = (...parts: (Buffer | string)[]) =>
    parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest()
  const ofBefore = sha(secret, sha(secret, 'address a@example.org')).toString('hex')
  const fresh = await openEmptyDatabase()
  await readCopyFile(leftCopy, (text) => importDatabase(fresh, text))
  await migrateDatabase(folder)
  const found = []
  for (const { pool } of [folder, fresh]) {
    const asked = await pool.query("select greenroom_address_hashes('a@example.org') as known")
    found.push(asked.rows[0].known)
  }
  expect(found[0]).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/), ofBefore])
  expect(found[0][0]).not.toBe(ofBefore)
  expect(found[1]).toEqual(found[0])
})

test('copies of a database of before and of a fresh one load into each other', async () => {
  const folder = await openLeftFolder(left)
  await migrateDatabase(folder)
  const ofFolder = await copyOf(folder)
  const fresh = await openEmptyDatabase()
  await importDatabase(fresh, pieces(ofFolder.text))
  const ofFresh = await copyOf(fresh)
  expect(ofFresh.rows).toEqual(ofFolder.rows)
  const hashes = readMigrations().map(({ hash }) => hash)
  expect([ofFolder.hashes, ofFresh.hashes]).toEqual([hashes, hashes])

  const before = await openEmptyDatabase()
  await beginBefore(before)
  await importDatabase(before, pieces(ofFresh.text))
  expect((await copyOf(before)).rows).toEqual(ofFolder.rows)
  const other = await openEmptyDatabase()
  await beginBefore(other)
  await readCopyFile(leftBackup, (text) => importDatabase(other, text))
  await expectLeft(other)
  expect(await countMarks(other)).toBe(marksBefore + marksSince)
})

test('a database without some migrations before the baseline is rejected with instructions', async () => {
  const way = 'the release before this one (revision 04fd3f6)'
  const earlier = await openEmptyDatabase()
  await beginBefore(earlier, marksBefore - 1)
  const before = await readCatalogue(earlier.pool)
  await expect(migrateDatabase(earlier)).rejects.toThrow(
    `The embedded database cannot be migrated: it is too old. Start ${way} on it once, then this release`,
  )
  expect(await readCatalogue(earlier.pool)).toEqual(before)

  const copy = await textOf(earlier)
  const fresh = await openEmptyDatabase()
  await expect(importDatabase(fresh, pieces(copy))).rejects.toThrow(
    `This file is too old. Import it with ${way} into a new database, then start this release on that database.`,
  )
  const whole = await textOfLeft(leftCopy)
  await expect(importDatabase(earlier, pieces(whole))).rejects.toThrow('This database is too old.')
})

test('on a PostgreSQL server they are the same', { tags: 'postgres-only' }, async () => {
  const server = await startedPostgres()
  onTestFinished(() => server.stop())
  async function openOnServer(name: string) {
    const databaseUrl = server.url.replace(/postgres$/, name)
    const opened = await openDatabase({ databaseUrl, dataDir: '' })
    onTestFinished(() => opened.close())
    return opened
  }
  const first = await openOnServer('postgres')
  for (const name of ['fresh', 'earlier']) await first.pool.query(`create database ${name}`)
  await beginBefore(first)
  await readCopyFile(leftBackup, (text) => importDatabase(first, text))
  await expectLeft(first)
  const fresh = await openOnServer('fresh')
  await importDatabase(fresh, pieces(await textOf(first)))
  expect((await copyOf(fresh)).rows).toEqual((await copyOf(first)).rows)
  expect([await countMarks(first), await countMarks(fresh)]).toEqual([
    marksBefore + marksSince,
    1 + marksSince,
  ])
  const embedded = await openLeftFolder(left)
  await migrateDatabase(embedded)
  const made = await readCatalogue(embedded.pool)
  expect([await readCatalogue(first.pool), await readCatalogue(fresh.pool)]).toEqual([made, made])
  const earlier = await openOnServer('earlier')
  await beginBefore(earlier, 1)
  await expect(migrateDatabase(earlier)).rejects.toThrow('it is too old')
})
