import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, Pool } from 'pg'
import { findServerProcess } from '#bench/measure/process-cost.ts'
import type { Opening } from '#bench/yardsticks/open-bare.ts'
import { openDatabase } from '#platform/db/open.ts'
import { databaseAddress } from '#tests/support/database-address.ts'
import { startPostgres } from '#tests/support/postgres.ts'
import { startGreenroom, type Greenroom } from '#tests/support/start-greenroom.ts'
import { fillAdminArea } from './fill-admin.ts'
import { startSideProcess } from './side-process.ts'

/** A database kind: the product running on it with default settings, and an empty database for yardsticks. */
export type Stage = {
  kind: 'embedded' | 'postgres'
  greenroom: Greenroom
  yardstick: Opening
  /** The main process of the PostgreSQL server. */
  serverPid: number | undefined
  /** Fills the database with people; restarts the embedded one. */
  fill(people: number): Promise<void>
  /** Returns the number of mails received so far. */
  countMails(): Promise<number>
  /** Starts another node on the same database. */
  startNode(): Promise<Greenroom>
}

/** Opens one stage after another and closes each before the next; `only` selects one. */
export async function* openStages(only: string | undefined): AsyncGenerator<Stage> {
  const folder = mkdtempSync(join(tmpdir(), 'greenroom-bench-'))
  const mails = startSideProcess(import.meta.resolve('./mail-sink.ts'))
  // Default limits, and callers with many addresses behind one trusted proxy.
  const env = {
    TRUST_PROXY: '1',
    LOG_LEVEL: 'info',
    SMTP_URL: `smtp://127.0.0.1:${await mails.ask<number>('port')}`,
  }
  const countMails = () => mails.ask<number>('count')
  try {
    if (only !== 'postgres') yield* embeddedStage(folder, env, countMails)
    if (only !== 'embedded') yield* postgresStage(env, countMails)
  } finally {
    await mails.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

type Env = Record<string, string>
type CountMails = Stage['countMails']

async function* embeddedStage(
  folder: string,
  env: Env,
  countMails: CountMails,
): AsyncGenerator<Stage> {
  const greenroom = await startGreenroom({
    dataDir: join(folder, 'greenroom'),
    env,
    isAsShipped: true,
  })
  let filled = 0
  async function fill(people: number) {
    await greenroom.stop()
    const opened = await openDatabase({ dataDir: greenroom.dataDir })
    await fillAdminArea(opened.pool, people, filled)
    await opened.close()
    filled = people
    await greenroom.restart()
  }
  try {
    yield {
      kind: 'embedded',
      greenroom,
      yardstick: { dataDir: join(folder, 'bare') },
      serverPid: undefined,
      fill,
      countMails,
      startNode: () => Promise.reject(new Error('the embedded database has one node')),
    }
  } finally {
    await greenroom.close()
  }
}

async function* postgresStage(env: Env, countMails: CountMails): AsyncGenerator<Stage> {
  const server = await startPostgres({ durable: true })
  if (server.url === null) {
    console.log(`\nnot measured on a PostgreSQL server: ${server.reason}`)
    return
  }
  let filled = 0
  try {
    const databaseUrl = await createDatabase(server.url, 'greenroom')
    const yardstick = { databaseUrl: await createDatabase(server.url, 'bare'), dataDir: '' }
    const startNode = () =>
      startGreenroom({ databaseUrl, env: { ...env, SAMPLE_DATA: '1' }, isAsShipped: true })
    const greenroom = await startNode()
    async function fill(people: number) {
      const pool = new Pool({ connectionString: databaseUrl })
      await fillAdminArea(pool, people, filled)
      await pool.end()
      filled = people
    }
    try {
      const serverPid = await findServerProcess(server.url)
      yield { kind: 'postgres', greenroom, yardstick, serverPid, fill, countMails, startNode }
    } finally {
      await greenroom.close()
    }
  } finally {
    await server.stop()
  }
}

async function createDatabase(serverUrl: string, name: string) {
  const client = new Client({ connectionString: serverUrl })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  return databaseAddress(serverUrl, name)
}
