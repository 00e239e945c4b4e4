import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { sweepMails } from '#features/mails/server/plan.ts'
import { openSite } from '#features/site/server/open-site.ts'
import { renderOwnPages } from '#features/site/server/own-page.ts'
import { mailKinds } from '#main/mail-kinds.ts'
import { readCopyFile } from '#platform/db/copy/copy-file.ts'
import { importDatabase } from '#platform/db/copy/import-database.ts'
import { migrateDatabase } from '#platform/db/migrate.ts'
import { openDatabase, type OpenDatabase } from '#platform/db/open.ts'
import { createJobs } from '#platform/jobs/jobs.ts'
import { findLinkedRow } from '#platform/signed-links/signed-links.ts'
import { events } from '#schema/events.ts'
import { users } from '#schema/people.ts'
import { renderedPages } from '#schema/site.ts'
import { openEmptyDatabase } from './support/open-empty-database.ts'
import { openLeftFolder } from './support/open-left-folder.ts'
import { startedPostgres } from './support/postgres.ts'
import { readCatalogue } from './support/read-catalogue.ts'

/** Folders of `npm run release` for each release since 1.0. */
const releases = globSync('tests/upgrade/*/left.json').map(dirname).toSorted()
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }

/** Checks the person, the events, and a mail's link of that time, which does not work after a plain backup. */
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

test.each(releases)(
  'no mail follows from a restoration that was saved in %s before the upgrade',
  async (folder) => {
    const opened = await openLeftFolder(folder)
    const { email } = JSON.parse(readFileSync(join(folder, 'left.json'), 'utf8'))
    const { rows } = await opened.pool.query(
      `select r.event_id as id from event_registrations r join users u on u.id = r.user_id
        where u.email = $1 limit 1`,
      [email],
    )
    const [{ id }] = rows
    await opened.pool.query('update events set cancelled_at = now() where id = $1', [id])
    await opened.pool.query(
      `insert into message_deliveries (kind, email, event_id, occasion, state, sent_at)
        values ('cancelled', $1, $2, '', 'sent', now())`,
      [email, id],
    )
    await opened.pool.query(
      `update events set cancelled_at = null, event_date = '2026-12-10',
        event_time = '2026-12-10T16:00:00Z', event_end_time = '2026-12-10T17:00:00Z',
        date_confirmed = true, status = 'upcoming', publish_at = null,
        updated_at = '2026-11-01T08:00:00Z' where id = $1`,
      [id],
    )
    await migrateDatabase(opened)
    const jobs = createJobs(opened)
    await jobs.start()
    const time = { now: new Date('2026-12-01T08:00:00Z'), timeZone: 'Africa/Harare' }
    await sweepMails(opened.db, jobs, time, mailKinds)
    const told = await opened.pool.query(
      'select kind from outbox_entries where event_id = $1 order by kind',
      [id],
    )
    const kinds = told.rows.map(({ kind }) => kind)
    expect(kinds).toContain('cancelled')
    expect(kinds).not.toContain('restored')
  },
)

test.each(releases)('the page that was published in %s is rendered once', async (folder) => {
  const opened = await openLeftFolder(folder)
  const { rows } = await opened.pool.query(
    `insert into site_versions (id, content)
      select max(id) + 1, jsonb_set((array_agg(content))[1], '{pages}', '{"privacy":"We *keep* this."}')
      from site_versions returning content -> 'pages' as pages`,
  )
  expect(rows).toEqual([{ pages: { privacy: 'We *keep* this.' } }])
  await migrateDatabase(opened)
  const { db } = opened
  const content = await openSite(db, { siteFile: 'content/site.json', siteFileDecides: false })
  await renderOwnPages(db, content.site())
  const stored = await db.select().from(renderedPages)
  expect(stored.map(({ html }) => html)).toEqual(['<p>We <em>keep</em> this.</p>'])
})

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
