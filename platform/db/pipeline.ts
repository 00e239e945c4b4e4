import { Client, type ClientConfig, type Pool, type QueryResult } from 'pg'
import { currentRequestId } from '#platform/log/request-id.ts'

type Asked = string | { text?: string; submit?: unknown }
type Query = (...args: unknown[]) => unknown
/**
 * Whether transactions pass the id of the HTTP request to the database; all connections of a pool share this
 * object.
 */
type Requests = { areNamed: boolean }

const begun: QueryResult = { rows: [], fields: [], rowCount: null, command: 'BEGIN', oid: 0 }

/**
 * A database connection that sends all statements of one event loop turn in one packet. With `pipeline` on,
 * statements need not wait for one another; PostgreSQL runs them in order.
 */
export class PipeliningClient extends Client {
  /** The first error of the open transaction, thrown again at `commit`. */
  #failure: Error | undefined

  readonly #requests?: Requests

  constructor(config?: ClientConfig & { requests?: Requests }) {
    super(config)
    this.#requests = config?.requests
    this.connection.on('errorMessage', (failure: Error) => (this.#failure ??= failure))
  }

  override query = ((...args: unknown[]) => {
    this.#cork()
    const answer = (super.query as Query).apply(this, args)
    if (typeof args.at(-1) === 'function') return answer
    const text = textOf(args[0] as Asked)
    if (text === 'commit') return this.#refuseRollback(answer as Promise<QueryResult>)
    if (text !== 'begin') return answer
    this.#failure = undefined
    // Do not await `begin`: it is sent in one packet with the transaction's first statement.
    ;(answer as Promise<unknown>).catch((error: Error) => this.connection.stream.destroy(error))
    this.#nameRequest()
    return Promise.resolve(begun)
  }) as Client['query']

  /**
   * Sets the request id in the database for this transaction. An error is ignored here, because the transaction's
   * later statements then fail, too.
   */
  #nameRequest() {
    const id = this.#requests?.areNamed ? currentRequestId() : undefined
    if (id === undefined) return
    const text = "select set_config('greenroom.request', $1, true)"
    const named = (super.query as Query).call(this, text, [id]) as Promise<unknown>
    named.catch(() => {})
  }

  /**
   * Throws the transaction's first error if `commit` rolled back. After a failed statement, PostgreSQL answers
   * `commit` with ROLLBACK and no error; callers that did not await the statement would mistake lost rows for
   * written ones.
   */
  async #refuseRollback(committed: Promise<QueryResult>) {
    const answer = await committed
    if (answer.command !== 'ROLLBACK') return answer
    throw this.#failure ?? new Error('The transaction was rolled back')
  }

  #cork() {
    // Do not store the socket: the TLS handshake replaces it.
    const { stream } = this.connection
    if (stream.writableCorked > 0) return
    stream.cork()
    process.nextTick(() => stream.uncork())
  }
}

/**
 * Sets whether transactions of a pool pass the id of their HTTP request to the database as the setting
 * `greenroom.request`. This costs a short statement but no round trip.
 */
export function nameRequests(pool: Pool, areNamed: boolean) {
  const { requests } = pool.options as { requests?: Requests }
  if (requests) requests.areNamed = areNamed
}

function textOf(asked: Asked) {
  return typeof asked === 'string' ? asked : asked.text
}

/**
 * Awaits statements of one transaction that do not depend on each other's results, and returns the results. Throws
 * the first failure after all statements have ended, so that none runs after the transaction.
 */
export async function pipeline<Works extends readonly Promise<unknown>[]>(
  ...works: Works
): Promise<{ -readonly [At in keyof Works]: Awaited<Works[At]> }> {
  const outcomes = await Promise.allSettled(works)
  return outcomes.map((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason
    return outcome.value
  }) as { -readonly [At in keyof Works]: Awaited<Works[At]> }
}
