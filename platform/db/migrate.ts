import { DrizzleQueryError } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { PgDialect, type PgSession } from 'drizzle-orm/pg-core'
import type { Client } from 'pg'
import { UnusableDatabase } from '#platform/errors/operator-error.ts'
import { LimitedClient, withLongTimeouts } from './connection-limits.ts'
import { refuseEarlierNodes } from './earlier-nodes.ts'
import {
  isBeforeBaseline,
  migrationsFolder,
  readAppliedMigrations,
  readMigrations,
  releaseBefore,
} from './migrations.ts'
import type { OpenDatabase, Transaction } from './open.ts'

/** Arbitrary but fixed advisory lock number that means "Greenroom is migrating". */
const migrationLock = 7_194_604_337
const oldestServer = 15

type Opened = Pick<OpenDatabase, 'pool' | 'kind' | 'url' | 'directUrl'>
type Options = { count?: number; patienceMs?: number }

/**
 * Applies all migrations, or the first `count`. Nodes that start at the same time migrate one after another. Waits
 * up to `patienceMs` for nodes of release 1.0.0 to end. Throws UnusableDatabase if the server is unreachable,
 * PostgreSQL or the applied migrations are too old, a node of release 1.0.0 still runs, another node migrates for
 * over a minute, or a statement fails.
 */
export function migrateDatabase(opened: Opened, options: Options = {}): Promise<void> {
  return withLongTimeouts(() => migrateTo(opened, options))
}

async function migrateTo(opened: Opened, { count, patienceMs = 60_000 }: Options) {
  const client = await connect(opened).catch((error: Error) => {
    throw new UnusableDatabase(`${describe(opened)} cannot be reached: ${reasonOf(error)}`, {
      cause: error,
    })
  })
  try {
    if (opened.kind === 'postgres') await refuseEarlierNodes(client, patienceMs)
    await drizzle(client).transaction(async (tx) => {
      // The embedded database has one session and one process, so no lock is needed.
      if (opened.kind === 'postgres') await lockMigrations(client)
      if (isBeforeBaseline(await readAppliedMigrations(client))) {
        throw new Error(`it is too old. Start ${releaseBefore} on it once, then this release`)
      }
      const migrations = readMigrations().slice(0, count)
      await new PgDialect().migrate(migrations, within(tx), { migrationsFolder })
    })
  } catch (error) {
    const message = `${describe(opened)} cannot be migrated: ${reasonOf(error)}`
    throw new UnusableDatabase(message, { cause: error })
  } finally {
    // Close the connection on which the migrations ran, instead of returning it to the pool: its timeouts are too long
    // for requests.
    client.release(opened.kind === 'postgres')
  }
}

/** Returns a connection that bypasses the pooler if DATABASE_DIRECT_URL is set, else a connection of the pool. */
async function connect({ pool, directUrl }: Opened) {
  if (!directUrl) return pool.connect()
  const direct = new LimitedClient({ connectionString: directUrl })
  await direct.connect()
  return Object.assign(direct, { release: () => void direct.end() })
}

/**
 * Returns a session for Drizzle's migrator that uses the open transaction `tx`. Drizzle's own session would open
 * another transaction.
 */
function within(tx: Transaction): PgSession {
  const { session } = tx as unknown as { session: object }
  const transaction = (work: (inner: Transaction) => Promise<unknown>) => work(tx)
  return Object.create(session, { transaction: { value: transaction } }) as PgSession
}

/**
 * Throws if PostgreSQL is too old; then takes the migration lock until the transaction ends. Behind a pooler, a
 * session-level lock could outlive this client.
 */
async function lockMigrations(client: Client) {
  const { rows } = await client.query("select current_setting('server_version_num')::int as number")
  const version = Math.floor(rows[0].number / 10_000)
  if (version < oldestServer) {
    throw new Error(`PostgreSQL ${oldestServer} or newer is needed, and this is ${version}`)
  }
  await client.query("set local lock_timeout = '60s'")
  await client.query('select pg_advisory_xact_lock($1)', [migrationLock])
}

function describe({ kind, url, directUrl }: Opened) {
  if (kind === 'embedded') return 'The embedded database'
  const { host, pathname } = URL.parse(directUrl ?? url ?? '') ?? {}
  const setting = directUrl ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL'
  return `The database of ${setting}${host ? ` (${host}${pathname})` : ''}`
}

function reasonOf(error: unknown) {
  const cause = error instanceof DrizzleQueryError ? (error.cause ?? error) : error
  const { message, code } = cause as Error & { code?: string }
  // If all IP addresses of a host refuse the connection, Node's error has an empty message; use its code then.
  return code === '55P03'
    ? 'another node has been running migrations for a minute'
    : message || code
}
