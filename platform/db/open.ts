import { AsyncResource } from 'node:async_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { Pool, type PoolConfig, type PoolClient } from 'pg'
import { markAsDatabases } from '#platform/errors/database-trouble.ts'
import { freeConnectionMs, LimitedClient } from './connection-limits.ts'
import { openEmbedded, type EmbeddedDatabase, type EmbeddedOptions } from './embedded/embedded.ts'
import { PipeliningClient } from './pipeline.ts'
import { namesGiven, type StatementNames } from './statement-names.ts'

export type Db = NodePgDatabase
export type Transaction = Parameters<Parameters<Db['transaction']>[0]>[0]

export type OpenDatabase = {
  db: Db
  pool: Pool
  kind: 'embedded' | 'postgres'
  /** The server's address, as given; nothing for the embedded database. */
  url?: string
  /** Past a pooler that `url` leads to, where there is one. */
  directUrl?: string
  /** Whether statements have names: left off for good where a pooler loses them. */
  names: StatementNames
  /** The embedded database itself, for what only it can do. */
  embedded?: EmbeddedDatabase
  /** Ends every connection and the embedded database. Calling it again does no harm. */
  close(): Promise<void>
}

type OpenOptions = {
  /** A PostgreSQL server; without one the embedded database in `dataDir` is used. */
  databaseUrl?: string
  /** The same server past a pooler, for what needs a connection of its own. */
  databaseDirectUrl?: string
  dataDir: string
  /** Whether statements may have names, which some poolers cannot keep. On unless given. */
  namedStatements?: boolean
  /** Told once that such a pooler was met. */
  onNamesLost?(): void
  embedded?: Partial<EmbeddedOptions>
  /** Connections at most: 10 to a server, 5 to the embedded database unless given. */
  connections?: number
  /** Told of connections that broke; the pool replaces them by itself. */
  onConnectionError?(error: Error): void
}

const patienceMs = 5_000

/**
 * Opens the database. It takes no lock: for the embedded one, `lockDataFolder` comes first. It
 * applies no migrations either; `migrateDatabase` does.
 */
export async function openDatabase(options: OpenOptions): Promise<OpenDatabase> {
  const { databaseUrl, onConnectionError = () => {} } = options
  const names = namesGiven(options.namedStatements, options.onNamesLost)
  const embedded = databaseUrl
    ? undefined
    : await openEmbedded({ storage: { dataDir: options.dataDir }, ...options.embedded })
  const pool = createPool(
    embedded
      ? // Its socket is only needed again if a connection breaks: idle ones are kept.
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
    // Until it is known whether anything asks for them.
    requests: { areNamed: true },
    pipeline: true,
    application_name: 'greenroom',
  } as PoolConfig)
  // The pool listens only while a connection is idle; one that breaks in use would end the process.
  pool.on('connect', (client) => client.on('error', onConnectionError))
  pool.on('error', () => {})
  return pool
}

/** Waits for queries that run, but not for ever: a stuck one is cut off with its connection. */
async function endPool(pool: Pool) {
  const deadline = Date.now() + patienceMs
  // An ending pool forgets whoever still waits for a connection: they would never hear of it.
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
 * A pool that loses no place to a connection that ended: Drizzle gives none back whose `begin` failed,
 * and ten of these would leave everybody waiting for ever.
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
    // Whoever gives a connection back would otherwise lend its limits to the next who waits.
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
