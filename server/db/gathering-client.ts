import { Client, type QueryResult } from 'pg'

type Asked = string | { text?: string; submit?: unknown }
type Query = (...given: unknown[]) => unknown

const begun: QueryResult = { rows: [], fields: [], rowCount: null, command: 'BEGIN', oid: 0 }

/**
 * A connection that sends in one piece what is asked of it in one turn of the event loop: with `pipeline` on,
 * statements need not wait for one another, and PostgreSQL does them in the order in which they are asked.
 */
export class GatheringClient extends Client {
  override query = ((...given: unknown[]) => {
    this.#gather()
    const answer = (super.query as Query).apply(this, given)
    if (!isBegin(given[0] as Asked) || typeof given.at(-1) === 'function') return answer
    // Nobody waits for a transaction to begin: its first statement goes along.
    ;(answer as Promise<unknown>).catch((error: Error) => this.connection.stream.destroy(error))
    return Promise.resolve(begun)
  }) as Client['query']

  #gather() {
    // With TLS it is another one than at first.
    const { stream } = this.connection
    if (stream.writableCorked > 0) return
    stream.cork()
    process.nextTick(() => stream.uncork())
  }
}

function isBegin(asked: Asked) {
  return (typeof asked === 'string' ? asked : asked.text) === 'begin'
}
