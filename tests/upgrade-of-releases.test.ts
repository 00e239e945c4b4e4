import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { readCopyFile } from '#platform/db/copy/copy-file.ts'
import { importDatabase } from '#platform/db/copy/import-database.ts'
import { migrateDatabase } from '#platform/db/migrate.ts'
import { openDatabase, type OpenDatabase } from '#platform/db/open.ts'
import { findLinkedRow } from '#platform/signed-links/signed-links.ts'
import { events } from '#schema/events.ts'
import { users } from '#schema/people.ts'
import { openEmptyDatabase } from './support/open-empty-database.ts'
import { openLeftFolder } from './support/open-left-folder.ts'
import { startedPostgres } from './support/postgres.ts'
import { readCatalogue } from './support/read-catalogue.ts'

/** What `npm run release` left, for each release since 1.0. */
const releases = globSync('tests/upgrade/*/left.json').map(dirname).toSorted()
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }

/** The person, the events, and the link of a mail that was sent then, which a plain backup does not open. */
async function expectLeft(folder: string, { db }: OpenDatabase, opensLinks = true) {
  const left = JSON.parse(readFileSync(join(folder, 'left.json'), 'utf8'))
  const found = await db.select({ id: users.id }).from(users).where(eq(users.email, left.email))
  expect(found).toHaveLength(1)
  expect((await db.select({ id: events.id }).from(events)).length).toBeGreaterThan(10)
  const row = await findLinkedRow(db, 'join', left.link)
  expect(row !== undefined).toBe(opensLinks)
}

test('the present version has left its folder, and the changelog says what it brings', () => {
  expect(releases.map((folder) => basename(folder))).toContain(version)
  expect(readFileSync('CHANGELOG.md', 'utf8')).toContain(`\n## ${version}\n`)
})

test.each(releases)(
  'the database folder in %s opens, and is made as a fresh one',
  async (folder) => {
    const opened = await openLeftFolder(folder)
    await migrateDatabase(opened)
    await expectLeft(folder, opened)
    const fresh = await openEmptyDatabase()
    await migrateDatabase(fresh)
    expect(await readCatalogue(opened.pool)).toEqual(await readCatalogue(fresh.pool))
  },
)

test.each(releases)('the copy and the backup in %s load into a fresh database', async (folder) => {
  for (const file of ['copy.ndjson.gz', 'backup.ndjson.gz']) {
    const fresh = await openEmptyDatabase()
    await readCopyFile(join(folder, file), (text) => importDatabase(fresh, text))
    await expectLeft(folder, fresh, file.startsWith('copy'))
  }
})

test(
  'on a PostgreSQL server the copies of all releases load as well',
  { tags: 'postgres-only' },
  async () => {
    const server = await startedPostgres()
    onTestFinished(() => server.stop())
    const first = await openDatabase({ databaseUrl: server.url, dataDir: '' })
    onTestFinished(() => first.close())
    for (const [number, folder] of releases.entries()) {
      await first.pool.query(`create database release_${number}`)
      const databaseUrl = server.url.replace(/postgres$/, `release_${number}`)
      const opened = await openDatabase({ databaseUrl, dataDir: '' })
      onTestFinished(() => opened.close())
      const file = join(folder, 'copy.ndjson.gz')
      await readCopyFile(file, (text) => importDatabase(opened, text))
      await expectLeft(folder, opened)
    }
  },
)
