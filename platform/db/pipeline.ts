import { Client, type ClientConfig, type Pool, type QueryResult } from 'pg'
import { currentRequestId } from '#platform/log/request-id.ts'

type Asked = string | { text?: string; submit?: unknown }
type Query = (...given: unknown[]) => unknown
/** Shared by the connections of a pool: whether their transactions say in whose name they are. */
type Requests = { areNamed: boolean }

const begun: QueryResult = { rows: [], fields: [], rowCount: null, command: 'BEGIN', oid: 0 }

/**
 * A connection that sends in one piece what is asked of it in one turn of the event loop: with `pipeline` on,
 * statements need not wait for one another, and PostgreSQL does them in the order in which they are asked.
 */
export class PipeliningClient extends Client {
  /** Of the transaction under way, the first. */
  #failure: Error | undefined

  readonly #requests?: Requests

  constructor(config?: ClientConfig & { requests?: Requests }) {
    super(config)
    this.#requests = config?.requests
    this.connection.on('errorMessage', (failure: Error) => (this.#failure ??= failure))
  }

  override query = ((...given: unknown[]) => {
    this.#cork()
    const answer = (super.query as Query).apply(this, given)
    if (typeof given.at(-1) === 'function') return answer
    const text = textOf(given[0] as Asked)
    if (text === 'commit') return this.#refuseRollback(answer as Promise<QueryResult>)
    if (text !== 'begin') return answer
    this.#failure = undefined
    // Nobody waits for a transaction to begin: its first statement goes along.
    ;(answer as Promise<unknown>).catch((error: Error) => this.connection.stream.destroy(error))
    this.#nameRequest()
    return Promise.resolve(begun)
  }) as Client['query']

  /** Up to the transaction's end; should it fail, so does whatever comes after it. */
  #nameRequest() {
    const id = this.#requests?.areNamed ? currentRequestId() : undefined
    if (id === undefined) return
    const text = "select set_config('greenroom.request', $1, true)"
    const told = (super.query as Query).call(this, text, [id]) as Promise<unknown>
    told.catch(() => {})
  }

  /**
   * PostgreSQL answers a `commit` with a rollback, and no error, once a statement has failed: whoever did
   * not wait to hear of that would take what is lost for written. So the failure is told here again.
   */
  async #refuseRollback(committed: Promise<QueryResult>) {
    const answer = await committed
    if (answer.command !== 'ROLLBACK') return answer
    throw this.#failure ?? new Error('The transaction was rolled back')
  }

  #cork() {
    // With TLS it is another one than at first.
    const { stream } = this.connection
    if (stream.writableCorked > 0) return
    stream.cork()
    process.nextTick(() => stream.uncork())
  }
}

/**
 * From now on transactions of a pool that are begun in the name of a request tell its id to the database, as
 * `greenroom.request`, or no longer. It costs them a short statement, and no way there and back.
 */
export function nameRequests(pool: Pool, areNamed: boolean) {
  const { requests } = pool.options as { requests?: Requests }
  if (requests) requests.areNamed = areNamed
}

function textOf(asked: Asked) {
  return typeof asked === 'string' ? asked : asked.text
}

/**
 * Waits for statements of one transaction that do not need one another's answers, asked in this order, and
 * answers theirs. Where one fails it throws the first failure, and not before the others have ended: none
 * of them asks anything once the transaction is over.
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
