import { AsyncLocalStorage } from 'node:async_hooks'
import type { Client, ClientConfig } from 'pg'
import { markAsDatabases } from '#platform/errors/database-trouble.ts'
import { PipeliningClient } from './pipeline.ts'
import { isNameLost, namesGiven, withoutName, type StatementNames } from './statement-names.ts'

/**
 * Timeouts of a connection to a PostgreSQL server, in milliseconds. Connections to the embedded database have none.
 */
type Limits = {
  /** The server cancels a statement that runs longer; the connection stays open. */
  statement: number
  /** Greenroom closes a connection if the server sends nothing for this long while a query is pending. */
  silence: number
  /** The server closes a connection whose transaction idles for longer, because the transaction may hold locks. */
  idleInTransaction: number
}

const second = 1000
const minute = 60 * second

const usual: Limits = {
  statement: 10 * second,
  silence: 12 * second,
  idleInTransaction: 10 * second,
}

/** Database timeouts for imports, undoing imports, migrations and backups. */
const long: Limits = {
  statement: 15 * minute,
  silence: 15 * minute + 2 * second,
  idleInTransaction: minute,
}

/** Timeout for opening a database connection, in milliseconds. */
const connectMs = 5 * second
/** Timeout for getting a connection from the pool, in milliseconds. */
export const freeConnectionMs = 10 * second
/**
 * The server closes a connection that is idle for this long. Greenroom closes idle connections much earlier, unless
 * the network fails.
 */
const idleSessionMs = minute
/**
 * Idle time before TCP keep-alive probes a connection. If the probes remain unanswered for ten more seconds, the
 * operating system closes the connection.
 */
const keepAliveMs = 10 * second

const chosen = new AsyncLocalStorage<Limits>()

/** Runs `work` with the long timeouts, for statements that may take minutes: imports, undoing imports, backups. */
export function withLongTimeouts<Result>(work: () => Result): Result {
  return chosen.run(long, work)
}

/** Returns the database timeouts for queries of the current async context. */
function limitsNow(): Limits {
  return chosen.getStore() ?? usual
}

type Stream = Client['connection']['stream'] & { setTimeout(ms: number): void }
type Address = Pick<ClientConfig, 'connectionString' | 'application_name' | 'query_timeout'> & {
  /**
   * Whether to send statements as named prepared statements. All connections of a pool share this object, so that one
   * of them can switch names off for all.
   */
  names?: StatementNames
}
type Query = (...args: unknown[]) => unknown

/** Timeout for closing a connection gracefully, in milliseconds. */
const farewellMs = 2000
/** SQLSTATE "read_only_sql_transaction": the server is now a standby, so this connection can no longer write. */
const readOnly = '25006'

/** SQLSTATE of "cached plan must not change result type": a migration changed a named statement's result. */
const planOutlived = '0A000'

/** The database server sent nothing for too long while a query was pending. */
export class SilentConnection extends Error {
  override readonly name = 'SilentConnection'
}

/**
 * A PostgreSQL client with a timeout for every step; after a timeout, it closes the connection. The timeout of `pg`
 * keeps the connection in use, although the server still runs the old statement.
 */
export class LimitedClient extends PipeliningClient {
  #settled: unknown

  constructor({ names = namesGiven(), ...config }: Address = {}) {
    super({
      ...config,
      pipeline: true,
      connectionTimeoutMillis: connectMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: keepAliveMs,
    })
    const ask = this.query as Query
    this.query = ((...[question, ...rest]: unknown[]) => {
      const asked = names.areGiven ? question : withoutName(question)
      return this.#askLimited(ask, [asked, ...rest])
    }) as Client['query']
    this.on('error', markAsDatabases)
    this.once('connect', () => this.#stream.on('timeout', () => this.#giveUp()))
    this.on('drain', () => this.#stream.setTimeout(0))
    this.connection.on('errorMessage', ({ code, message }: { code?: string; message?: string }) => {
      const isOutlived = code === planOutlived && message?.includes('cached plan')
      if (code === readOnly || isOutlived) process.nextTick(() => this.#stream.destroy())
      if (isNameLost(code)) names.leaveOff()
    })
  }

  /** The connection's socket. Do not store it: the TLS handshake replaces the socket. */
  get #stream() {
    return this.connection.stream as Stream
  }

  #giveUp() {
    this.#stream.destroy(new SilentConnection('The database connection timed out'))
  }

  /**
   * Sends a query, preceded by SET statements if its timeouts differ from those of the connection. If the server
   * rejects these statements, closes the connection.
   */
  #askLimited(ask: Query, args: unknown[]) {
    const limits = limitsNow()
    this.#stream.setTimeout(limits.silence)
    if (this.#settled !== limits) {
      this.#settled = limits
      // Send these session settings in a statement, because connection poolers reject them in the startup message.
      const settings = ask(`set statement_timeout = ${limits.statement};
        set idle_in_transaction_session_timeout = ${limits.idleInTransaction};
        set idle_session_timeout = ${idleSessionMs}`) as Promise<unknown>
      settings.catch((error: Error) => this.#stream.destroy(error))
    }
    return ask(...args)
  }

  override end = ((done?: () => void) => {
    setTimeout(() => this.#stream.destroy(), farewellMs).unref()
    return done ? super.end(done) : super.end()
  }) as Client['end']
}
