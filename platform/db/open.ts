import { AsyncResource } from 'node:async_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { Pool, type PoolConfig, type PoolClient } from 'pg'
import { markAsDatabases } from '#platform/errors/database-trouble.ts'
import { freeConnectionMs, LimitedClient } from './connection-limits.ts'
import { nodeConnection } from './earlier-nodes.ts'
import { openEmbedded, type EmbeddedDatabase, type EmbeddedOptions } from './embedded/embedded.ts'
import { PipeliningClient } from './pipeline.ts'
import { namesGiven, type StatementNames } from './statement-names.ts'

export type Db = NodePgDatabase
export type Transaction = Parameters<Parameters<Db['transaction']>[0]>[0]

export type OpenDatabase = {
  db: Db
  pool: Pool
  kind: 'embedded' | 'postgres'
  /** The PostgreSQL server's URL as configured; absent for the embedded database. */
  url?: string
  /** URL of the same PostgreSQL server that bypasses the connection pooler. */
  directUrl?: string
  /**
   * Whether statements are sent as named prepared statements; switched off permanently when a pooler loses a name.
   */
  names: StatementNames
  /**
   * The embedded database, for operations that PostgreSQL servers do not offer, such as a snapshot. Absent if a
   * PostgreSQL server is used.
   */
  embedded?: EmbeddedDatabase
  /** Closes all connections and the embedded database. Repeated calls have no effect. */
  close(): Promise<void>
}

type OpenOptions = {
  /** URL of a PostgreSQL server; if absent, the embedded database in `dataDir` is used. */
  databaseUrl?: string
  /** URL of the same PostgreSQL server that bypasses the pooler, for features that need a dedicated connection. */
  databaseDirectUrl?: string
  dataDir: string
  /** Whether to use named prepared statements, which some poolers do not support. Default: true. */
  namedStatements?: boolean
  /** Called once when a pooler loses the name of a prepared statement. */
  onNamesLost?(): void
  embedded?: Partial<EmbeddedOptions>
  /** Maximum number of connections. Default: 10 to a PostgreSQL server, 5 to the embedded database. */
  connections?: number
  /** Called for broken connections; the pool replaces them automatically. */
  onConnectionError?(error: Error): void
}

const patienceMs = 5_000

/**
 * Opens the database. Takes no lock: for the embedded database, call `lockDataFolder` first.
 * Applies no migrations: call `migrateDatabase`.
 */
export async function openDatabase(options: OpenOptions): Promise<OpenDatabase> {
  const { databaseUrl, onConnectionError = () => {} } = options
  const names = namesGiven(options.namedStatements, options.onNamesLost)
  const embedded = databaseUrl
    ? undefined
    : await openEmbedded({ storage: { dataDir: options.dataDir }, ...options.embedded })
  const pool = createPool(
    embedded
      ? // Never close idle connections of the pool. Opening a connection needs the Unix socket's file, which another
        // program may have deleted meanwhile.
        {
          ...embedded.connection,
          max: options.connections ?? 5,
          idleTimeoutMillis: 0,
          Client: PipeliningClient,
        }
      : {
          connectionString: databaseUrl,
          max: options.connections ?? 10,
          connectionTimeoutMillis: freeConnectionMs,
          Client: LimitedClient,
          names,
        },
    onConnectionError,
  )
  let closing: Promise<void> | undefined
  return {
    db: drizzle(pool, { casing: 'snake_case' }),
    pool,
    kind: embedded ? 'embedded' : 'postgres',
    url: databaseUrl,
    directUrl: options.databaseDirectUrl,
    names,
    embedded,
    close: () => (closing ??= endPool(pool).then(() => embedded?.close())),
  }
}

function createPool(
  config: PoolConfig & { names?: StatementNames },
  onConnectionError: (error: Error) => void,
) {
  const pool = new SturdyPool({
    ...config,
    // Webhook calls store the id of the HTTP request that caused them, so transactions pass this id to the database.
    // `nameRequests` switches this off if no webhook is active.
    requests: { areNamed: true },
    pipeline: true,
    application_name: nodeConnection,
  } as PoolConfig)
  // The pool handles errors of idle connections only; an unhandled error of a connection in use would end the
  // process.
  pool.on('connect', (client) => client.on('error', onConnectionError))
  pool.on('error', () => {})
  return pool
}

/** Closes a pool; waits at most `patienceMs` for its running queries. */
async function endPool(pool: Pool) {
  const deadline = Date.now() + patienceMs
  // Wait until all waiting callers have a connection: after `pool.end()` they would never get one.
  while (pool.waitingCount > 0 && Date.now() < deadline) await wait(10)
  void pool.end()
  while (!pool.ended && Date.now() < deadline) await wait(10)
}

type Callback = (
  error: Error | undefined,
  client: PoolClient | undefined,
  release: (error?: unknown) => void,
) => void

/**
 * A pool that also replaces closed connections that were not released: Drizzle does not release a connection whose
 * `begin` failed, and ten such failures would exhaust the pool.
 */
export class SturdyPool extends Pool {
  override connect(): Promise<PoolClient>
  override connect(callback: Callback): void
  override connect(callback?: Callback) {
    if (!callback) return super.connect().then(giveBackOnceEnded, refuse)
    const answer: Callback = (error, ...rest) => {
      markAsDatabases(error)
      callback(error, ...rest)
    }
    // Run the callback in the async context of the caller that waits. Otherwise its queries would have the timeouts
    // of the caller that released the connection.
    return super.connect(AsyncResource.bind(answer))
  }
}

function refuse(error: unknown): never {
  markAsDatabases(error)
  throw error
}

function giveBackOnceEnded(client: PoolClient) {
  const release = client.release
  let isReleased = false
  client.release = (error) => {
    if (isReleased) return
    isReleased = true
    client.off('end', ended)
    release(error)
  }
  const ended = () => client.release(true)
  client.once('end', ended)
  return client
}
