import { setTimeout as wait } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'

/** Whether a pool's statements are named: PostgreSQL parses and plans named statements once. */
export type StatementNames = {
  readonly areGiven: boolean
  /** Switches names off permanently, because a pooler that loses names once will lose them again. */
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
 * Returns whether a SQLSTATE shows that a pooler switched server connections: the named statement
 * does not exist, or another client created it.
 */
export function isNameLost(code: string | undefined): boolean {
  return code === '26000' || code === '42P05'
}

/** Returns a query for `pg` without its name. */
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
 * Tests whether statement names survive, before any visitor depends on them; a failure switches
 * names off. While one connection is in a transaction, another uses the name: a pooler routes it to
 * a different server connection.
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
    // With a pooler that has only one free server connection, this query waits for the other transaction.
    await Promise.race([one.query(tried), wait(patienceMs, undefined, { ref: false })])
  } catch {
    // Either names are now off, or the database is down, which the next query reports.
  } finally {
    for (const client of clients) client.release(true)
  }
}
