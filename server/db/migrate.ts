import { fileURLToPath } from 'node:url'
import { DrizzleQueryError } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import type { PoolClient } from 'pg'
import type { OpenDatabase } from './open.ts'

export const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url))

/** Any number, as long as it is always the same: it stands for "migrating Greenroom". */
const migrationLock = 7_194_604_337
const oldestServer = 15

/**
 * Brings the tables up to date; nodes that start together take turns. Throws an error that an
 * operator can act on: server out of reach or too old, another node stuck, a statement refused.
 */
export async function migrateDatabase(opened: Pick<OpenDatabase, 'pool' | 'kind' | 'url'>) {
  const client = await opened.pool.connect().catch((error: Error) => {
    throw new Error(`${describe(opened)} cannot be reached: ${error.message}`, { cause: error })
  })
  try {
    // The embedded database has one session, so that a session's lock would hold up nobody.
    if (opened.kind === 'postgres') await takeTurn(client)
    await migrate(drizzle(client), { migrationsFolder })
  } catch (error) {
    throw new Error(`${describe(opened)} cannot be brought up to date: ${reasonOf(error)}`, {
      cause: error,
    })
  } finally {
    // The connection goes, and with it the lock and the settings made on it.
    client.release(opened.kind === 'postgres')
  }
}

async function takeTurn(client: PoolClient) {
  const { rows } = await client.query("select current_setting('server_version_num')::int as number")
  const version = Math.floor(rows[0].number / 10_000)
  if (version < oldestServer) {
    throw new Error(`PostgreSQL ${oldestServer} or newer is needed, and this is ${version}`)
  }
  await client.query("set lock_timeout = '60s'")
  await client.query('select pg_advisory_lock($1)', [migrationLock])
}

function describe({ kind, url }: Pick<OpenDatabase, 'kind' | 'url'>) {
  if (kind === 'embedded') return 'The embedded database'
  const { host, pathname } = URL.parse(url ?? '') ?? {}
  return `The database of DATABASE_URL${host ? ` (${host}${pathname})` : ''}`
}

function reasonOf(error: unknown) {
  const cause = error instanceof DrizzleQueryError ? (error.cause ?? error) : error
  const { message, code } = cause as Error & { code?: string }
  return code === '55P03' ? 'another node has been migrating it for a minute' : message
}
