import type { Pool } from 'pg'

/**
 * Returns a function that hashes the rows of every table, to detect writes. Excludes session use times, the
 * audit log, which records refusals, and secrets created on demand.
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
    // Every writing transaction takes an id: if none was taken, nothing has changed.
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
