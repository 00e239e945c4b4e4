import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { zstdDecompressSync } from 'node:zlib'
import type { Pool } from 'pg'
import { readCopyFile, writeCopyFile } from '#platform/db/copy/copy-file.ts'
import { exportDatabase } from '#platform/db/copy/export-database.ts'
import { importDatabase } from '#platform/db/copy/import-database.ts'
import { migrateDatabase } from '#platform/db/migrate.ts'
import { readAppliedMigrations } from '#platform/db/migrations.ts'
import { openDatabase, type OpenDatabase } from '#platform/db/open.ts'
import { inTransaction } from '#platform/db/transactions.ts'
import { startPostgres } from '#tests/support/postgres.ts'
import { startGreenroom } from '#tests/support/start-greenroom.ts'
import { fillPeople } from './stage/fill-admin.ts'

/**
 * `npm run bench:upgrade -- --people 100000`: fills databases of release 1.0.0 (embedded, PostgreSQL, and a copy
 * of each kind) with people and their mails, opens them with this release, and prints the seconds until the site
 * answers. Checks that no row is lost and no mail is planned in the first minute.
 */
const { values: options } = parseArgs({
  options: { people: { type: 'string', default: '100000' } },
})
const people = Number(options.people)
const left = 'tests/upgrade/1.0.0'
const work = mkdtempSync(join(tmpdir(), 'greenroom-upgrade-'))
const sweepsRanMs = 45_000

/** Events of the sample series and a sent mail for each registration, with every format of `occasion`. */
const events = `
  insert into events (title, speaker_name, speaker_title, description, feature_image, banner_image, status,
      date_confirmed, event_date, event_time, event_end_time, calendar_sequence, created_at, updated_at)
    select 'Sample ' || i, 'Sample Speaker', 'Founder', 'Sample', '', '', 'completed', true, '2024-12-10',
      '2024-12-10T16:00:00Z', '2024-12-10T17:00:00Z', 1, '2024-11-01', '2024-11-01'
    from generate_series(1, 12) i`
const mails = `
  insert into message_deliveries (kind, email, event_id, occasion, state, sent_at, told_start)
    select 'registration_confirmed', u.email, r.event_id,
      (array['', 'again ' || r.id, 'of registration ' || r.id, 'after ' || r.id])[1 + r.id % 4], 'sent',
      '2024-11-01', '2024-12-10T16:00:00Z'
    from event_registrations r join users u on u.id = r.user_id
    on conflict do nothing`

/** What a trigger of 1.0.0 did for each user and viewer; fresh databases do not create it. */
const peopleOfUsers = `
  insert into people (key, email, words)
    select person_key, email, lower(first_name || ' ' || last_name || ' ' || email) from users
    union select md5(email), email, lower(first_name || ' ' || last_name || ' ' || email) from video_access
    on conflict do nothing`

const countRows = async (pool: Pool, mailTable: string) => {
  const names = ['users', 'people', 'event_registrations', 'member_page_access', mailTable]
  const counts = names.map((name) => `(select count(*)::int from ${name})`)
  const { rows } = await pool.query(`select array[${counts.join(', ')}] as counts`)
  return rows[0].counts as number[]
}

async function fill({ pool }: OpenDatabase) {
  await pool.query(events)
  await fillPeople(pool, people)
  await pool.query(peopleOfUsers)
  await pool.query(mails)
  return countRows(pool, 'message_deliveries')
}

/** Starts the site on a database, and prints how long it takes until it answers. */
async function open(
  name: string,
  where: { dataDir?: string; databaseUrl?: string },
  before: number[],
) {
  const begin = performance.now()
  const site = await startGreenroom({
    ...where,
    isAsShipped: true,
    env: { SAMPLE_DATA: undefined },
  })
  const answer = await fetch(site.url)
  const seconds = ((performance.now() - begin) / 1000).toFixed(1)
  await wait(sweepsRanMs)
  await site.stop()
  const opened = await openDatabase({ dataDir: '', ...where })
  const after = await countRows(opened.pool, 'outbox_entries')
  await opened.close()
  const isSame = answer.status === 200 && after.join() === before.join()
  console.log(
    `${name}: ${seconds} s until ${answer.status}; rows ${after.join(', ')}${isSame ? '' : `, WRONG: ${before.join(', ')}`}`,
  )
  if (!isSame) process.exitCode = 1
}

async function load(name: string, opened: OpenDatabase, file: string) {
  const begin = performance.now()
  await readCopyFile(file, (text) => importDatabase(opened, text))
  console.log(`${name}: ${((performance.now() - begin) / 1000).toFixed(1)} s to load`)
  await opened.close()
}

const [dataDir, copied] = [join(work, 'left'), join(work, 'copied')]
const file = join(work, 'copy.ndjson.gz')
const server = await startPostgres({ durable: true })
if (server.url === null) throw new Error(server.reason)
const { url } = server
try {
  mkdirSync(dataDir)
  const input = zstdDecompressSync(readFileSync(join(left, 'database.tar.zst')))
  execFileSync('tar', ['x', '-C', dataDir], { input })
  const embedded = await openDatabase({ dataDir })
  const before = await fill(embedded)
  const { length: count } = await inTransaction(embedded.pool, readAppliedMigrations)
  await writeCopyFile(file, exportDatabase(embedded, new Date()))
  await embedded.close()
  await open('embedded database', { dataDir }, before)

  await load('copy into an embedded database', await openDatabase({ dataDir: copied }), file)
  await open('embedded database from the copy', { dataDir: copied }, before)

  const postgres = await openDatabase({ databaseUrl: url, dataDir: '' })
  await postgres.pool.query('create database from_copy')
  await migrateDatabase(postgres, { count })
  const beforeOnServer = await fill(postgres)
  await postgres.close()
  await open('PostgreSQL', { databaseUrl: url }, beforeOnServer)

  const databaseUrl = url.replace(/postgres$/, 'from_copy')
  const another = await openDatabase({ databaseUrl, dataDir: '' })
  await load('copy into PostgreSQL', another, file)
  await open('PostgreSQL from the copy', { databaseUrl }, before)
} finally {
  await server.stop()
  rmSync(work, { recursive: true, force: true })
}
