import { DrizzleQueryError } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { PgDialect, type PgSession } from 'drizzle-orm/pg-core'
import type { Client } from 'pg'
import { UnusableDatabase } from '#platform/errors/operator-error.ts'
import { LimitedClient, takingLonger } from './connection-limits.ts'
import {
  isBeforeBaseline,
  migrationsFolder,
  readAppliedMigrations,
  readMigrations,
  releaseBefore,
} from './migrations.ts'
import type { OpenDatabase, Transaction } from './open.ts'

/** Any number, as long as it is always the same: it stands for "migrating Greenroom". */
const migrationLock = 7_194_604_337
const oldestServer = 15

type Opened = Pick<OpenDatabase, 'pool' | 'kind' | 'url' | 'directUrl'>

/**
 * Brings the tables up to date, or to where the first `count` migrations leave them; nodes that
 * start together take turns. Throws UnusableDatabase: out of reach, too old a server or database, a
 * node stuck in it, a statement refused.
 */
export function migrateDatabase(opened: Opened, { count }: { count?: number } = {}): Promise<void> {
  return takingLonger(() => migrateTo(opened, count))
}

async function migrateTo(opened: Opened, count: number | undefined) {
  const client = await connect(opened).catch((error: Error) => {
    throw new UnusableDatabase(`${describe(opened)} cannot be reached: ${reasonOf(error)}`, {
      cause: error,
    })
  })
  try {
    await drizzle(client).transaction(async (tx) => {
      // All of the embedded database is one session, and no other node has it.
      if (opened.kind === 'postgres') await lockMigrations(client)
      if (isBeforeBaseline(await readAppliedMigrations(client))) {
        throw new Error(`it is too old. Start ${releaseBefore} on it once, then this one`)
      }
      const migrations = readMigrations().slice(0, count)
      await new PgDialect().migrate(migrations, within(tx), { migrationsFolder })
    })
  } catch (error) {
    const message = `${describe(opened)} cannot be brought up to date: ${reasonOf(error)}`
    throw new UnusableDatabase(message, { cause: error })
  } finally {
    // A connection that took minutes goes, with the limits it had.
    client.release(opened.kind === 'postgres')
  }
}

/** The pool's, or one past the pooler that the pool leads to. */
async function connect({ pool, directUrl }: Opened) {
  if (!directUrl) return pool.connect()
  const direct = new LimitedClient({ connectionString: directUrl })
  await direct.connect()
  return Object.assign(direct, { release: () => void direct.end() })
}

/** For Drizzle to migrate in the transaction under way, and not in one of its own. */
function within(tx: Transaction): PgSession {
  const { session } = tx as unknown as { session: object }
  const transaction = (work: (inner: Transaction) => Promise<unknown>) => work(tx)
  return Object.create(session, { transaction: { value: transaction } }) as PgSession
}

/** Until the transaction ends: a session's lock would stay with a connection of a pooler's. */
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
  // Several addresses that all refuse make an error without a message.
  return code === '55P03' ? 'another node has been migrating it for a minute' : message || code
}
