import { setTimeout as wait } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'

/**
 * Whether a pool sends named prepared statements. PostgreSQL parses and plans a named statement only once per
 * connection.
 */
export type StatementNames = {
  readonly areGiven: boolean
  /** Stops naming statements, permanently: a pooler that loses a name once will lose names again. */
  leaveOff(): void
}

export function namesGiven(areGiven = true, onLost: () => void = () => {}): StatementNames {
  return {
    get areGiven() {
      return areGiven
    },
    leaveOff() {
      if (!areGiven) return
      areGiven = false
      onLost()
    },
  }
}

/**
 * Returns whether a SQLSTATE shows that a pooler moved the client to another server connection: the named statement
 * does not exist there, or another client created it.
 */
export function isNameLost(code: string | undefined): boolean {
  return code === '26000' || code === '42P05'
}

/** Returns a `pg` query without its statement name. */
export function withoutName(question: unknown): unknown {
  const isNamed =
    typeof question === 'object' &&
    question !== null &&
    'name' in question &&
    !('submit' in question)
  return isNamed ? { ...question, name: undefined } : question
}

const tried = { name: 'greenroom_tried', text: 'select pg_backend_pid() as pid' }
const patienceMs = 2000

/**
 * Tests whether named statements work before visitors depend on them; on failure, the pool stops naming statements.
 * While one client is in a transaction, another runs a statement of the same name: a pooler routes that client to a
 * different server connection.
 */
export async function tryStatementNames({ pool }: { pool: Pool }): Promise<void> {
  const clients: PoolClient[] = []
  try {
    for (let count = 0; count < 2; count++) clients.push(await pool.connect())
    const [one, other] = clients as [PoolClient, PoolClient]
    await one.query(tried)
    await other.query(tried)
    await other.query('begin')
    await other.query(tried)
    // Do not wait forever: if the pooler has a single free server connection, this query waits until the other client's
    // transaction ends.
    await Promise.race([one.query(tried), wait(patienceMs, undefined, { ref: false })])
  } catch {
    // Ignore the error. Either the pool has just stopped naming statements, or the database is down, which the next
    // query will report.
  } finally {
    for (const client of clients) client.release(true)
  }
}
