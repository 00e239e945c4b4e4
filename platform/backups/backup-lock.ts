import type { Pool } from 'pg'

/** Arbitrary but fixed advisory lock number that means "a Greenroom backup is running". */
const copyingLock = 7_194_604_338

/** PostgreSQL ends an idle transaction, and with it the lock, after ten seconds; query more often than that. */
const wakeMs = 3000

/** Running backups of embedded databases, which belong to this process alone. */
const underWay = new Set<Pool>()

/**
 * Runs `work` under a lock for this database. Returns undefined at once if another node or command
 * already backs it up. The lock is released when the process ends.
 */
export async function withBackupLock<Result>(
  { pool, kind }: { pool: Pool; kind: 'embedded' | 'postgres' },
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  if (underWay.has(pool)) return undefined
  underWay.add(pool)
  try {
    // The embedded database has a single session, so an advisory lock would exclude no one.
    return kind === 'embedded' ? await work() : await withLock(pool, work)
  } finally {
    underWay.delete(pool)
  }
}

/** Uses a transaction-level lock: a session-level lock would remain on a pooled server connection. */
async function withLock<Result>(pool: Pool, work: () => Promise<Result>) {
  const client = await pool.connect()
  const waking = setInterval(() => void client.query('select 1').catch(() => {}), wakeMs)
  try {
    await client.query('begin')
    const taken = 'select pg_try_advisory_xact_lock($1) as is_taken'
    const { rows } = await client.query<{ is_taken: boolean }>(taken, [copyingLock])
    return rows[0]?.is_taken ? await work() : undefined
  } finally {
    clearInterval(waking)
    // Destroy the connection, which releases the lock, without waiting for the rollback to finish.
    await client.query('rollback').catch(() => {})
    client.release(true)
  }
}
