import { setTimeout as wait } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'

/** Whether the statements of a pool's connections have names: PostgreSQL reads and plans those once. */
export type StatementNames = {
  readonly areGiven: boolean
  /** For good: a pooler that loses names does so again. */
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
 * What a pooler that hands each transaction another connection of the server's answers: no statement of
 * that name is there, or one was made by somebody else.
 */
export function isNameLost(code: string | undefined): boolean {
  return code === '26000' || code === '42P05'
}

/** A question to `pg` without its name. */
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
 * Tries whether names are kept, so that no visitor has to: whatever fails leaves them off by itself. While
 * one connection is in a transaction, another asks by name: with a pooler in between it is led elsewhere.
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
    // A pooler with a single connection left lets it wait for the other's end.
    await Promise.race([one.query(tried), wait(patienceMs, undefined, { ref: false })])
  } catch {
    // Either the names are left off now, or the database is away, which whoever comes next says.
  } finally {
    for (const client of clients) client.release(true)
  }
}
