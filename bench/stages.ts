import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { databaseAddress } from '#tests/support/database-address.ts'
import { startPostgres } from '#tests/support/postgres.ts'
import { startGreenroom, type Greenroom } from '#tests/support/start-greenroom.ts'
import type { Opening } from './bare-database.ts'

/** One kind of database: the product running on it, and an empty one for the yardstick. */
export type Stage = {
  kind: 'embedded' | 'postgres'
  greenroom: Greenroom
  yardstick: Opening
}

const env = { RATE_LIMITS: 'off', LOG_LEVEL: 'warn' }

/** Opens one stage after another and takes each down before the next; `only` names a single one. */
export async function* openStages(only: string | undefined): AsyncGenerator<Stage> {
  const folder = mkdtempSync(join(tmpdir(), 'greenroom-bench-'))
  try {
    if (only !== 'postgres') yield* embeddedStage(folder)
    if (only !== 'embedded') yield* postgresStage()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function* embeddedStage(folder: string): AsyncGenerator<Stage> {
  const greenroom = await startGreenroom({ dataDir: join(folder, 'greenroom'), env })
  try {
    yield { kind: 'embedded', greenroom, yardstick: { dataDir: join(folder, 'bare') } }
  } finally {
    await greenroom.close()
  }
}

async function* postgresStage(): AsyncGenerator<Stage> {
  const server = await startPostgres({ durable: true })
  if (server.url === null) {
    console.log(`\nnot measured on a PostgreSQL server: ${server.reason}`)
    return
  }
  try {
    const databaseUrl = await createDatabase(server.url, 'greenroom')
    const yardstick = { databaseUrl: await createDatabase(server.url, 'bare'), dataDir: '' }
    const greenroom = await startGreenroom({ databaseUrl, env })
    try {
      yield { kind: 'postgres', greenroom, yardstick }
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
