import { openDatabase, type OpenDatabase } from '#server/db/open.ts'
import { migrateDatabase } from '#server/db/migrate.ts'
import { createJobs } from '#server/jobs/create-jobs.ts'
import { loadSampleSeries } from '#server/sample/load-sample-series.ts'
import { consentWording } from '#shared/consent.ts'
import { visitor } from './people.ts'

export type Opening = { databaseUrl?: string; dataDir: string }
export type Batch = { eventId: number; first: number; count: number; callers: number }

/** Writes what a registration leaves behind, in one transaction a person, and nothing else. */
async function writePerson({ pool }: OpenDatabase, number: number, eventId: number) {
  const person = visitor(number, eventId)
  const client = await pool.connect()
  try {
    await client.query('begin')
    const { rows } = await client.query(
      'insert into users (first_name, last_name, email, company, job_title) ' +
        'values ($1, $2, $3, $4, $5) returning id',
      [person.firstName, person.lastName, person.email, person.company, person.jobTitle],
    )
    await client.query(
      'insert into event_registrations (user_id, event_id, questions, receive_updates, ' +
        'receive_event_invites) values ($1, $2, $3, true, true)',
      [rows[0].id, eventId, person.questions],
    )
    await client.query(
      'insert into consents (user_id, receive_updates, receive_event_invites, source, ' +
        "wording_version) values ($1, true, true, 'main_form', $2)",
      [rows[0].id, consentWording.version],
    )
    const told = await client.query(
      'insert into message_deliveries (kind, email, event_id) ' +
        "values ('registration_confirmed', $1, $2), ('library_access', $1, null) returning id",
      [person.email, eventId],
    )
    await client.query(
      "insert into jobs.job (name, data, priority) values ('send-message', $1, 10)",
      [JSON.stringify({ deliveryId: told.rows[0].id })],
    )
    await client.query('commit')
  } finally {
    client.release()
  }
}

async function writePeople(database: OpenDatabase, { eventId, first, count, callers }: Batch) {
  let next = first
  const started = performance.now()
  async function call() {
    while (next < first + count) await writePerson(database, next++, eventId)
  }
  await Promise.all(Array.from({ length: callers }, call))
  return { seconds: (performance.now() - started) / 1000 }
}

/** The yardstick of registrations: the same database, pool and rows, without the product around. */
async function open(opening: Opening) {
  const database = await openDatabase(opening)
  await migrateDatabase(database)
  await createJobs(database).start()
  await loadSampleSeries(database.db, 'content/site.json', {
    now: new Date(),
    timeZone: 'Africa/Johannesburg',
  })
  const write = async (batch: Batch) => process.send!(await writePeople(database, batch))
  process.on('message', (batch: Batch) => void write(batch))
  process.once('disconnect', () => void database.close().then(() => process.exit(0)))
  process.send!('open')
}

process.once('message', (opening: Opening) => void open(opening))
