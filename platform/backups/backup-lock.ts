import type { Pool } from 'pg'

/** Any number, as long as it is always the same: it stands for "copying Greenroom". */
const copyingLock = 7_194_604_338

/** A transaction left idle is ended after ten seconds, and the lock with it. */
const wakeMs = 3000

/** Copies under way of databases that only this process has. */
const underWay = new Set<Pool>()

/**
 * Runs `work` unless a copy of this database is under way, on any node or in a command: then gives
 * undefined at once. The turn ends with the process, whatever becomes of it.
 */
export async function withBackupLock<Result>(
  { pool, kind }: { pool: Pool; kind: 'embedded' | 'postgres' },
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  if (underWay.has(pool)) return undefined
  underWay.add(pool)
  try {
    // All connections of the embedded database are one session: its locks hold up nobody.
    return kind === 'embedded' ? await work() : await withLock(pool, work)
  } finally {
    underWay.delete(pool)
  }
}

/** In a transaction of its own: a session's lock would stay with a connection of a pooler's. */
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
    // The connection goes, and the lock with it at the latest: its farewell is not waited for.
    await client.query('rollback').catch(() => {})
    client.release(true)
  }
}
