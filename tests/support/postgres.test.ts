// @module-tag postgres-only
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { startedPostgres } from './postgres.ts'

test('a temporary PostgreSQL server answers, and is gone after its stop', async () => {
  const server = await startedPostgres()
  const client = new Client({ connectionString: server.url })
  await client.connect()
  const { rows } = await client.query('show server_version_num')
  await client.end()
  expect(Number(rows[0].server_version_num)).toBeGreaterThanOrEqual(150_000)
  await server.stop()
  await expect(new Client({ connectionString: server.url }).connect()).rejects.toThrow(
    'ECONNREFUSED',
  )
})
