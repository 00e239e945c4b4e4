import type { Pool } from 'pg'

/** Arbitrary but fixed advisory lock number that means "a Greenroom backup is running". */
const copyingLock = 7_194_604_338

/**
 * Milliseconds between queries that keep the lock's transaction open: PostgreSQL ends a transaction that idles for
 * ten seconds.
 */
const wakeMs = 3000

/** Connection pools of the databases of which this process is making a backup at the moment. */
const underWay = new Set<Pool>()

/**
 * Runs `work`, a backup, while it holds the backup lock of this database. Returns undefined at once if another node
 * or command holds the lock. PostgreSQL releases the lock even if the process crashes.
 */
export async function withBackupLock<Result>(
  { pool, kind }: { pool: Pool; kind: 'embedded' | 'postgres' },
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  if (underWay.has(pool)) return undefined
  underWay.add(pool)
  try {
    // All connections to the embedded database share one session, so an advisory lock would exclude none of them. The
    // set `underWay` of this process suffices.
    return kind === 'embedded' ? await work() : await withLock(pool, work)
  } finally {
    underWay.delete(pool)
  }
}

/** Takes a transaction-level advisory lock: behind a pooler, a session-level lock could outlive this client. */
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
    // ROLLBACK releases the backup lock. If ROLLBACK fails, closing the connection releases the lock.
    await client.query('rollback').catch(() => {})
    client.release(true)
  }
}
