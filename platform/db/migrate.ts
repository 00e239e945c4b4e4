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
 * Applies all migrations, or the first `count`; nodes that start together take turns, and nodes
 * of 1.0.0 have `patienceMs` to end. Throws UnusableDatabase if the server is unreachable or too old, the
 * database is too old, a node of 1.0.0 runs, another node hangs in a migration, or a statement fails.
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
    // Close a PostgreSQL connection that has the long timeouts instead of reusing it.
    client.release(opened.kind === 'postgres')
  }
}

/** Returns a connection of the pool, or a direct one if the pool leads to a pooler. */
async function connect({ pool, directUrl }: Opened) {
  if (!directUrl) return pool.connect()
  const direct = new LimitedClient({ connectionString: directUrl })
  await direct.connect()
  return Object.assign(direct, { release: () => void direct.end() })
}

/** Adapts Drizzle to migrate in the open transaction instead of its own. */
function within(tx: Transaction): PgSession {
  const { session } = tx as unknown as { session: object }
  const transaction = (work: (inner: Transaction) => Promise<unknown>) => work(tx)
  return Object.create(session, { transaction: { value: transaction } }) as PgSession
}

/** Takes a transaction-level lock: a session-level lock would remain on a pooled server connection. */
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
  // If a name resolves to several addresses that all refuse, the error has no message.
  return code === '55P03'
    ? 'another node has been running migrations for a minute'
    : message || code
}
