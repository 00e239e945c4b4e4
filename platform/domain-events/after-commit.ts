import type { Pool, PoolClient } from 'pg'
import type { DomainEventType } from '#kernel/domain-events.ts'
import { clientOf } from '#platform/db/prepared.ts'
import type { Db } from '#platform/db/open.ts'
import { typesFor, type AfterCommitConsumer } from './consumers.ts'

type Client = Pool | PoolClient
type Consumers = Record<AfterCommitConsumer, () => void | Promise<void>>

/** For each database connection, the types of the domain events that its open transaction has recorded so far. */
const recorded = new WeakMap<Client, Set<DomainEventType>>()

/** Remembers the types of these domain events until the connection's open transaction, which recorded them, ends. */
export function noteRecorded(client: Client, rows: { type: DomainEventType }[]) {
  const types = recorded.get(client) ?? new Set()
  for (const { type } of rows) types.add(type)
  recorded.set(client, types)
}

/**
 * Returns a database whose transactions, after their commit, run the after-commit consumers of the domain events that
 * they recorded. The promise of `transaction` resolves after that.
 */
export function withAfterCommit(db: Db, consumers: Consumers): Db {
  const names = Object.keys(consumers) as AfterCommitConsumer[]
  const transaction: Db['transaction'] = async (work, config) => {
    let types: Set<DomainEventType> | undefined
    const result = await db.transaction(async (tx) => {
      const client = clientOf(tx)
      recorded.delete(client)
      const worked = await work(tx)
      types = recorded.get(client)
      return worked
    }, config)
    for (const name of names) {
      if (typesFor(name).some((type) => types?.has(type))) await consumers[name]()
    }
    return result
  }
  return Object.create(db, { transaction: { value: transaction } }) as Db
}
