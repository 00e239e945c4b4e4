import { Client } from 'pg'
import { expect, test } from 'vitest'
import { startPostgres } from './postgres.ts'

test('a temporary PostgreSQL server answers, and is gone after its stop', async (context) => {
  const server = await startPostgres()
  context.skip(server.url === null, server.url === null ? server.reason : '')
  if (server.url === null) return
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
