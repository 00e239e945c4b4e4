/**
 * Measures how much a backup of 20,000 people delays registrations: `node scripts/measure-backup.ts
 * [POSTGRES_URL]`, with an empty PostgreSQL database. Prints results without judging them.
 */
import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { openDatabase } from '#platform/db/open.ts'
import { repairPeople } from '#platform/people/save-people.ts'
import { registrationBody } from '#tests/support/builders.ts'
import { registerOne } from '#tests/support/register-crowd.ts'
import { startGreenroom } from '#tests/support/start-greenroom.ts'

const people = 20_000
const perSecond = 50
const rounds = 5
const quietMs = 15_000
const [databaseUrl] = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'greenroom-measure-'))
const settings = { DATA_DIR: join(folder, 'data'), BACKUP_URL: join(folder, 'copies') }
const greenroom = await startGreenroom({
  databaseUrl,
  dataDir: settings.DATA_DIR,
  env: { RATE_LIMITS: 'off', BACKUP_URL: settings.BACKUP_URL },
})

async function fill() {
  await greenroom.stop()
  const opened = await openDatabase({ databaseUrl, dataDir: settings.DATA_DIR })
  await opened.pool.query(`insert into users (first_name, last_name, email, company, questions)
    select 'Name', 'Of ' || n, 'p' || n || '@example.org', 'Karoo Coffee', repeat('words ', 20)
    from generate_series(1, ${people}) n`)
  await opened.pool.query(`insert into event_registrations (user_id, event_id)
    select id, (select min(id) from events where status = 'upcoming') from users`)
  await opened.pool.query(`insert into member_page_access (email, access_type, user_agent)
    select email, 'page_visit', repeat('agent ', 20) from users, generate_series(1, 5)`)
  await repairPeople(opened.db)
  await opened.close()
  await greenroom.restart()
  // The site makes its first backup automatically.
  while (!readdirSync(folder).includes('copies')) await wait(1000)
  await wait(10_000)
}

async function during(work: () => Promise<unknown>) {
  const events = (await (await fetch(`${greenroom.url}/api/events/upcoming`)).json()) as {
    id: number
  }[]
  const took: number[] = []
  const calls: Promise<void>[] = []
  async function register() {
    const started = performance.now()
    const answer = await registerOne(greenroom.url, registrationBody({ eventIds: [events[0]!.id] }))
    if (answer.status !== 200) throw new Error(`A registration was answered ${answer.status}.`)
    took.push(performance.now() - started)
  }
  const timer = setInterval(() => calls.push(register()), 1000 / perSecond)
  const started = performance.now()
  await work()
  const seconds = (performance.now() - started) / 1000
  clearInterval(timer)
  await Promise.all(calls)
  const sorted = took.toSorted((one, other) => one - other)
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)]!.toFixed(0)
  return `${seconds.toFixed(1)} s, ${sorted.length} registrations: half within ${at(0.5)} ms, 99 of 100 within ${at(0.99)} ms, all within ${at(1)} ms`
}

async function backUp() {
  const argument = ['--import', './node-version.mjs', 'run.mjs', 'backup']
  const env = { ...settings, ...(databaseUrl && { DATABASE_URL: databaseUrl }) }
  await promisify(execFile)(process.execPath, argument, { env })
}

try {
  await fill()
  for (let round = 1; round <= rounds; round++) {
    console.log(`${round} quiet:  ${await during(() => wait(quietMs))}`)
    console.log(`${round} backup: ${await during(backUp)}`)
  }
} finally {
  await greenroom.close()
  rmSync(folder, { recursive: true, force: true })
}
