import { AsyncLocalStorage } from 'node:async_hooks'
import type { Client, ClientConfig } from 'pg'
import { markAsDatabases } from '#platform/errors/database-trouble.ts'
import { PipeliningClient } from './pipeline.ts'
import { isNameLost, namesGiven, withoutName, type StatementNames } from './statement-names.ts'

/** How long a PostgreSQL server may take, in milliseconds. The embedded database has no such limits. */
type Limits = {
  /** A statement that runs longer is ended by the server; its connection goes on. */
  statement: number
  /** A connection that says nothing for longer while it owes an answer is ended by us. */
  silence: number
  /** A transaction left unused for longer is ended by the server: others may wait for its rows. */
  idleInTransaction: number
}

const second = 1000
const minute = 60 * second

const usual: Limits = {
  statement: 10 * second,
  silence: 12 * second,
  idleInTransaction: 10 * second,
}

/** Imports, undoing them, migrations and copies. */
const long: Limits = {
  statement: 15 * minute,
  silence: 15 * minute + 2 * second,
  idleInTransaction: minute,
}

/** Until a new connection must stand. */
const connectMs = 5 * second
/** Until one of the pool's connections must be free. */
export const freeConnectionMs = 10 * second
/** On the server's side: ours are given up long before, unless their line was lost. */
const idleSessionMs = minute
/** The system asks after a quiet peer from then on, and gives it up ten seconds later. */
const keepAliveMs = 10 * second

const chosen = new AsyncLocalStorage<Limits>()

/** Runs work whose statements may take minutes: an import, undoing one, a copy. */
export function takingLonger<Result>(work: () => Result): Result {
  return chosen.run(long, work)
}

/** The limits of whoever asks the database now. */
function limitsNow(): Limits {
  return chosen.getStore() ?? usual
}

type Stream = Client['connection']['stream'] & { setTimeout(ms: number): void }
type Address = Pick<ClientConfig, 'connectionString' | 'application_name' | 'query_timeout'> & {
  /** Whether its statements may have names; shared by all connections of a pool. */
  names?: StatementNames
}
type Query = (...given: unknown[]) => unknown

/** After this long a farewell that nobody answers is cut short. */
const farewellMs = 2000
/** A server that was the primary and is a standby now: it will not write for this connection again. */
const readOnly = '25006'

/** "cached plan must not change result type": a migration changed what a named statement answers. */
const planOutlived = '0A000'

/** A connection said nothing for too long while it owed an answer. */
export class SilentConnection extends Error {
  override readonly name = 'SilentConnection'
}

/**
 * A connection to a PostgreSQL server that is never waited for without end. `pg` has a limit of its
 * own, but keeps a connection that exceeds it, still busy with the old statement.
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

  /** With TLS it is another one than at first. */
  get #stream() {
    return this.connection.stream as Stream
  }

  #giveUp() {
    this.#stream.destroy(new SilentConnection('The connection fell silent'))
  }

  /** The settings go out with the statement, before it; a server that refuses them is left. */
  #askLimited(ask: Query, given: unknown[]) {
    const limits = limitsNow()
    this.#stream.setTimeout(limits.silence)
    if (this.#settled !== limits) {
      this.#settled = limits
      // Not among the parameters of the connection's start, which poolers refuse.
      const settings = ask(`set statement_timeout = ${limits.statement};
        set idle_in_transaction_session_timeout = ${limits.idleInTransaction};
        set idle_session_timeout = ${idleSessionMs}`) as Promise<unknown>
      settings.catch((error: Error) => this.#stream.destroy(error))
    }
    return ask(...given)
  }

  override end = ((done?: () => void) => {
    setTimeout(() => this.#stream.destroy(), farewellMs).unref()
    return done ? super.end(done) : super.end()
  }) as Client['end']
}
