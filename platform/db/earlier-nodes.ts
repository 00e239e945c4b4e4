import { setTimeout as wait } from 'node:timers/promises'
import type { ClientBase } from 'pg'

/** Application names of this release's database connections, which `pg_stat_activity` displays. */
export const nodeConnection = 'greenroom-node'
export const listenerConnection = 'greenroom-listener'

/**
 * Application names of the database connections of release 1.0.0, whose SQL fails after this release renames tables.
 */
const earlierConnections = ['greenroom', 'greenroom-listen']

const connectionsQuery = `
  select distinct format('%s at %s', application_name, coalesce(host(client_addr), 'this machine')) as name
  from pg_stat_activity
  where datname = current_database() and application_name = any($1) and pid <> pg_backend_pid()
  order by 1`

/**
 * Before the migration that renames tables, waits up to `patienceMs` for running servers of release 1.0.0 to end, and
 * throws an error with their names if some remain. The wait covers connection poolers, which keep a connection for up
 * to a minute.
 */
export async function refuseEarlierNodes(client: ClientBase, patienceMs: number): Promise<void> {
  const { rows } = await client.query(`select to_regclass('message_deliveries') is not null as is`)
  if (!rows[0].is) return
  const deadline = Date.now() + patienceMs
  for (;;) {
    const found = await client.query<{ name: string }>(connectionsQuery, [earlierConnections])
    if (found.rows.length === 0) return
    if (Date.now() >= deadline) {
      const names = found.rows.map(({ name }) => name).join(', ')
      throw new Error(`a node of release 1.0.0 still runs (${names}). Stop it, then start this one`)
    }
    await wait(1000)
  }
}
