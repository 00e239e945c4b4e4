import type { Pool, QueryResult } from 'pg'

const firstMs = 2 * 60_000
const everyMs = 60 * 60_000

/**
 * Vacuums and analyses the embedded database, which has no autovacuum process. Vacuums one table at a time, so that
 * queries wait for only one. The checkpoint truncates the write-ahead log, which would otherwise grow without
 * limit.
 */
export async function vacuum(pool: Pool): Promise<void> {
  for (const name of await listGrownTables(pool)) await pool.query(`vacuum (analyze) ${name}`)
  await pool.query('checkpoint')
}

/**
 * Vacuums the embedded database soon after the start and then every hour. Returns a function that stops the timers.
 */
export function startVacuuming(pool: Pool, onError: (error: unknown) => void): () => void {
  const run = () => void vacuum(pool).catch(onError)
  const first = setTimeout(run, firstMs).unref()
  const others = setInterval(run, everyMs).unref()
  return () => {
    clearTimeout(first)
    clearInterval(others)
  }
}

type Asked = { query(text: string): Promise<Pick<QueryResult<{ name: string }>, 'rows'>> }

/**
 * Returns the tables that are large enough for ANALYZE, as SQL names. For a table without statistics, PostgreSQL
 * assumes ten pages and uses indexes. After ANALYZE of a table with a few rows, cached plans scan the whole table
 * until the next ANALYZE, although it may have 100,000 rows by then.
 */
async function listGrownTables(database: Asked): Promise<string[]> {
  const { rows } = await database.query(
    `select c.oid::regclass::text as name
      from pg_class c join pg_namespace n on n.oid = relnamespace
      where relkind = 'r' and nspname in ('public', 'jobs')
        and pg_relation_size(c.oid) >= 10 * current_setting('block_size')::int order by 1`,
  )
  return rows.map(({ name }) => name)
}

/** Runs ANALYZE on the tables that are large enough, or only on those of them whose names are in `among`. */
export async function countGrownTables(database: Asked, among?: string[]): Promise<void> {
  const grown = await listGrownTables(database)
  const names = grown.filter((name) => among?.includes(name) ?? true)
  if (names.length > 0) await database.query(`analyze ${names.join(', ')}`)
}
