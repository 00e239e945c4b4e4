import { Client, type ClientConfig, type QueryResult } from 'pg'

type Asked = string | { text?: string; submit?: unknown }
type Query = (...given: unknown[]) => unknown

const begun: QueryResult = { rows: [], fields: [], rowCount: null, command: 'BEGIN', oid: 0 }

/**
 * A connection that sends in one piece what is asked of it in one turn of the event loop: with `pipeline` on,
 * statements need not wait for one another, and PostgreSQL does them in the order in which they are asked.
 */
export class PipeliningClient extends Client {
  /** Of the transaction under way, the first. */
  #failure: Error | undefined

  constructor(config?: ClientConfig) {
    super(config)
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
    return Promise.resolve(begun)
  }) as Client['query']

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
