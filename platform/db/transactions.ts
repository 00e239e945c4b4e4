import type { Pool, PoolClient } from 'pg'
import { takingLonger } from './connection-limits.ts'
import type { Db, Transaction } from './open.ts'

/** Runs `work` in one transaction on a connection of its own: all of it, or nothing. */
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
    // After a failure the connection goes, and the server undoes what it had begun.
    client.release(failure)
  }
}

/** A transaction whose statements may take minutes on a PostgreSQL server: for imports and undoing them. */
export function longTransaction<Result>(
  db: Db,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  return takingLonger(() => db.transaction(work))
}

/** How long a portion of some work should hold the database, and how many rows it may have. */
type PortionBounds = { wantedMs: number; least: number; most: number }

/** The size of the next portion: at most twice the last one's, since the next rows may be dearer. */
export function fitPortion(size: number, ms: number, { wantedMs, least, most }: PortionBounds) {
  const fitting = Math.round((size * wantedMs) / Math.max(ms, 1))
  return Math.max(least, Math.min(most, size * 2, fitting))
}
