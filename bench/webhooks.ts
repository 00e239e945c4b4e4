import { parseArgs } from 'node:util'
import { Client } from 'pg'
import { callThroughKills } from '#tests/support/call-through-kills.ts'
import { startPostgres } from '#tests/support/postgres.ts'

/**
 * `npm run bench:webhooks -- --kills 100 --people 100000`: a site that is killed with -9 between registrations and the
 * calls of a webhook, and what came of it. Then so many registrations by one statement: without a webhook's trigger,
 * with it while no webhook is on, and with one. Fails where anything was lost.
 */
const { values: options } = parseArgs({
  options: {
    kills: { type: 'string', default: '100' },
    people: { type: 'string', default: '100000' },
  },
})
const kills = Number(options.kills)
const people = Number(options.people)

/** Milliseconds of the best of three, each taken back. */
async function timeBatch(client: Client, before: string) {
  const times: number[] = []
  for (let round = 0; round < 3; round++) {
    await client.query('begin')
    await client.query(before)
    const begun = performance.now()
    await client.query(`insert into event_registrations (user_id, event_id)
      select u.id, (select min(id) from events) from users u where u.email like 'batch%'`)
    times.push(performance.now() - begun)
    await client.query('rollback')
  }
  return Math.round(Math.min(...times))
}

async function timeBatches(url: string) {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(
    `insert into users (first_name, last_name, email)
      select 'Thandi', 'Nkosi', 'batch' || n || '@example.com' from generate_series(1, $1::int) n`,
    [people],
  )
  await client.query('analyze users')
  const trigger = 'trigger event_registrations_made_told'
  const times = {
    without: await timeBatch(client, `alter table event_registrations disable ${trigger}`),
    'no webhook': await timeBatch(client, 'update webhooks set off_since = now()'),
    'one webhook': await timeBatch(client, 'select'),
  }
  await client.end()
  return times
}

const server = await startPostgres({ durable: true })
if (server.url === null) throw new Error(server.reason)
try {
  const run = await callThroughKills({ databaseUrl: server.url, kills })
  console.log(`${kills} kills:`, run)
  if (run.lost > 0 || run.ids !== run.registrations || run.refused > 0) process.exitCode = 1
  console.log(`${people} registrations by one statement, ms:`, await timeBatches(server.url))
} finally {
  await server.stop()
}
