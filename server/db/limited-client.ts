import type { Client, ClientConfig } from 'pg'
import { connectMs, idleSessionMs, keepAliveMs, limitsNow } from './connection-limits.ts'
import { markAsDatabases } from './database-trouble.ts'
import { PipeliningClient } from './gathering-client.ts'

type Stream = Client['connection']['stream'] & { setTimeout(ms: number): void }
type Address = Pick<ClientConfig, 'connectionString' | 'application_name' | 'query_timeout'>
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

  constructor(config: Address = {}) {
    super({
      ...config,
      connectionTimeoutMillis: connectMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: keepAliveMs,
    })
    const ask = this.query as Query
    this.query = ((...given: unknown[]) => this.#askLimited(ask, given)) as Client['query']
    this.on('error', markAsDatabases)
    this.once('connect', () => this.#stream.on('timeout', () => this.#giveUp()))
    this.on('drain', () => this.#stream.setTimeout(0))
    this.connection.on('errorMessage', ({ code, message }: { code?: string; message?: string }) => {
      const isOutlived = code === planOutlived && message?.includes('cached plan')
      if (code === readOnly || isOutlived) process.nextTick(() => this.#stream.destroy())
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

/** The same where statements must not have names: PostgreSQL reads and plans each one anew. */
export class NamelessClient extends LimitedClient {
  constructor(config: Address = {}) {
    super(config)
    const ask = this.query as Query
    this.query = ((...[question, ...rest]: [unknown, ...unknown[]]) => {
      const isNamed =
        typeof question === 'object' &&
        question !== null &&
        'name' in question &&
        !('submit' in question)
      return ask(isNamed ? { ...question, name: undefined } : question, ...rest)
    }) as Client['query']
  }
}
