import { setTimeout as wait } from 'node:timers/promises'
import type { ClientBase } from 'pg'

/** Names of this release's connections in `pg_stat_activity`. */
export const nodeConnection = 'greenroom-node'
export const listenerConnection = 'greenroom-listener'

/** Names of the connections of release 1.0.0, whose statements use the former names of tables. */
const earlierConnections = ['greenroom', 'greenroom-listen']

const connectionsQuery = `
  select distinct format('%s at %s', application_name, coalesce(host(client_addr), 'this machine')) as name
  from pg_stat_activity
  where datname = current_database() and application_name = any($1) and pid <> pg_backend_pid()
  order by 1`

/**
 * Waits up to `patienceMs` for nodes of release 1.0.0 to end, and throws an error with their names if some remain.
 * Returns at once if the tables have their present names. A pooler keeps a connection for up to a minute after its
 * node ended.
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
