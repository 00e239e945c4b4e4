import { AsyncLocalStorage } from 'node:async_hooks'
import type { Client, ClientConfig } from 'pg'
import { markAsDatabases } from '#platform/errors/database-trouble.ts'
import { PipeliningClient } from './pipeline.ts'
import { isNameLost, namesGiven, withoutName, type StatementNames } from './statement-names.ts'

/** Timeouts for a PostgreSQL server, in milliseconds. The embedded database has none. */
type Limits = {
  /** The server cancels a statement that runs longer; the connection survives. */
  statement: number
  /** Greenroom closes a connection that sends nothing for this long while a query is pending. */
  silence: number
  /** The server ends a transaction that idles for longer, because it may hold locks. */
  idleInTransaction: number
}

const second = 1000
const minute = 60 * second

const usual: Limits = {
  statement: 10 * second,
  silence: 12 * second,
  idleInTransaction: 10 * second,
}

/** Limits for imports, undoing imports, migrations and backups. */
const long: Limits = {
  statement: 15 * minute,
  silence: 15 * minute + 2 * second,
  idleInTransaction: minute,
}

/** Timeout for opening a new connection. */
const connectMs = 5 * second
/** Timeout for getting a connection from the pool. */
export const freeConnectionMs = 10 * second
/** Server-side idle timeout. Greenroom closes idle connections much earlier, unless the network failed. */
const idleSessionMs = minute
/** TCP keep-alive starts after this idle time; a peer that is silent for ten more seconds is dropped. */
const keepAliveMs = 10 * second

const chosen = new AsyncLocalStorage<Limits>()

/** Runs work whose statements may take minutes: an import, undoing an import, a backup. */
export function withLongTimeouts<Result>(work: () => Result): Result {
  return chosen.run(long, work)
}

/** Returns the limits of the current async context. */
function limitsNow(): Limits {
  return chosen.getStore() ?? usual
}

type Stream = Client['connection']['stream'] & { setTimeout(ms: number): void }
type Address = Pick<ClientConfig, 'connectionString' | 'application_name' | 'query_timeout'> & {
  /** Whether statements are named; shared by all connections of a pool. */
  names?: StatementNames
}
type Query = (...args: unknown[]) => unknown

/** Timeout for closing a connection gracefully, in milliseconds. */
const farewellMs = 2000
/** SQLSTATE of a former primary that is now a standby: the connection can no longer write. */
const readOnly = '25006'

/** SQLSTATE of "cached plan must not change result type": a migration changed a named statement's result. */
const planOutlived = '0A000'

/** A connection sent nothing for too long while a query was pending. */
export class SilentConnection extends Error {
  override readonly name = 'SilentConnection'
}

/**
 * A PostgreSQL client with timeouts for every step. The timeout of `pg` itself would keep the
 * connection, still busy with the old statement.
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

  /** Read the stream each time: the TLS handshake replaces it. */
  get #stream() {
    return this.connection.stream as Stream
  }

  #giveUp() {
    this.#stream.destroy(new SilentConnection('The database connection timed out'))
  }

  /**
   * Sends the timeouts as settings ahead of a statement. If the server refuses them, the
   * connection is closed.
   */
  #askLimited(ask: Query, args: unknown[]) {
    const limits = limitsNow()
    this.#stream.setTimeout(limits.silence)
    if (this.#settled !== limits) {
      this.#settled = limits
      // Poolers reject these settings as start-up parameters.
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
