import type { Pool, PoolClient } from 'pg'

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
