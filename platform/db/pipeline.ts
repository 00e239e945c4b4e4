import { Client, type ClientConfig, type Pool, type QueryResult } from 'pg'
import { currentRequestId } from '#platform/log/request-id.ts'

type Asked = string | { text?: string; submit?: unknown }
type Query = (...args: unknown[]) => unknown
/** Shared by a pool's connections: whether transactions pass a request id to the database. */
type Requests = { areNamed: boolean }

const begun: QueryResult = { rows: [], fields: [], rowCount: null, command: 'BEGIN', oid: 0 }

/**
 * A connection that sends all statements of one event loop turn in one packet. With `pipeline` on,
 * statements need not wait for one another; PostgreSQL runs them in order.
 */
export class PipeliningClient extends Client {
  /** The first error of the open transaction. */
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
    // `begin` is not awaited: it travels with the transaction's first statement.
    ;(answer as Promise<unknown>).catch((error: Error) => this.connection.stream.destroy(error))
    this.#nameRequest()
    return Promise.resolve(begun)
  }) as Client['query']

  /** Passes the request id to the database for this transaction. If that fails, so do its later statements. */
  #nameRequest() {
    const id = this.#requests?.areNamed ? currentRequestId() : undefined
    if (id === undefined) return
    const text = "select set_config('greenroom.request', $1, true)"
    const named = (super.query as Query).call(this, text, [id]) as Promise<unknown>
    named.catch(() => {})
  }

  /**
   * After a failed statement, PostgreSQL answers `commit` with a rollback and no error. Throws the
   * failure again, so that callers that did not await it do not take lost rows for written.
   */
  async #refuseRollback(committed: Promise<QueryResult>) {
    const answer = await committed
    if (answer.command !== 'ROLLBACK') return answer
    throw this.#failure ?? new Error('The transaction was rolled back')
  }

  #cork() {
    // Read the stream each time: the TLS handshake replaces it.
    const { stream } = this.connection
    if (stream.writableCorked > 0) return
    stream.cork()
    process.nextTick(() => stream.uncork())
  }
}

/**
 * Switches the passing of request ids on or off for a pool: transactions begun for a request then
 * set `greenroom.request`. Costs a short statement but no round trip.
 */
export function nameRequests(pool: Pool, areNamed: boolean) {
  const { requests } = pool.options as { requests?: Requests }
  if (requests) requests.areNamed = areNamed
}

function textOf(asked: Asked) {
  return typeof asked === 'string' ? asked : asked.text
}

/**
 * Awaits independent statements of one transaction, which run in this order, and returns their
 * results. Throws the first failure after all have ended, so that none runs after the transaction.
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
