import type { Pool } from 'pg'

/**
 * A function that answers a digest of every table's rows, to see whether anything was written. Left
 * out: when a session was used last, the log, where refusals stand, and secrets made at first need.
 */
export async function tableContents(pool: Pool): Promise<() => Promise<Record<string, string>>> {
  const { rows } = await pool.query<{ statement: string }>(`
    select string_agg(format(
      'select %1$L as name, md5(coalesce(string_agg(r.row, ''|'' order by r.row), '''')) as digest
       from (select (to_jsonb(t) - ''last_used_at'')::text as row from %1$I t) r',
      tablename), ' union all ') as statement
    from pg_tables where schemaname = 'public' 
      and tablename not in ('audit_log', 'server_secrets')`)
  let last: { transaction: string; digests: Record<string, string> } | undefined
  return async () => {
    // A transaction that writes takes a number: while none was taken, all is as it was last.
    const taken = await pool.query<{ transaction: string }>(
      'select pg_snapshot_xmax(pg_current_snapshot())::text as transaction',
    )
    const { transaction } = taken.rows[0]!
    if (last?.transaction !== transaction) {
      const { rows: found } = await pool.query<{ name: string; digest: string }>(rows[0]!.statement)
      const digests = Object.fromEntries(found.map(({ name, digest }) => [name, digest]))
      last = { transaction, digests }
    }
    return last.digests
  }
}
