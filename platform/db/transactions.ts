import type { Pool, PoolClient } from 'pg'
import { withLongTimeouts } from './connection-limits.ts'
import type { Db, Transaction } from './open.ts'

/** Runs `work` in one transaction on a dedicated connection; any error rolls the transaction back. */
export async function inTransaction<Result>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Result>,
  mode = '',
): Promise<Result> {
  const client = await pool.connect()
  let failure: Error | undefined
  try {
    await client.query(`begin ${mode}`)
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    failure = error as Error
    throw error
  } finally {
    // After an error the connection is closed, which makes the server roll back.
    client.release(failure)
  }
}

/** Runs a transaction whose statements may take minutes, for imports and for undoing imports. */
export function longTransaction<Result>(
  db: Db,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  return withLongTimeouts(() => db.transaction(work))
}

/**
 * Limits for the portions in which long work is done: the desired duration of a portion in milliseconds, and its
 * minimum and maximum number of rows.
 */
type PortionBounds = { wantedMs: number; least: number; most: number }

/**
 * Returns how many rows the next portion should have to take `wantedMs`, given that `size` rows took `ms`. At most
 * doubles the size, since later rows may take longer.
 */
export function fitPortion(size: number, ms: number, { wantedMs, least, most }: PortionBounds) {
  const fitting = Math.round((size * wantedMs) / Math.max(ms, 1))
  return Math.max(least, Math.min(most, size * 2, fitting))
}
