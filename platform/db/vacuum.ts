import type { Pool, QueryResult } from 'pg'

const firstMs = 2 * 60_000
const everyMs = 60 * 60_000

/**
 * Removes what updates and deletions left behind and counts the rows for the planner, as a PostgreSQL
 * server does by itself; the embedded one has no process for it. A table at a time: others wait for
 * no more than one. The checkpoint lets go of the log, which would grow for as long as the site runs.
 */
export async function vacuum(pool: Pool): Promise<void> {
  for (const name of await listGrownTables(pool)) await pool.query(`vacuum (analyze) ${name}`)
  await pool.query('checkpoint')
}

/** Vacuums soon after the start and then every hour. Returns what ends it. */
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
 * The tables, as a statement names them (`users`, the queue's with their schema), whose rows may be counted
 * for the planner. One that nobody has counted is taken for ten pages, and its rows are found by index.
 * Counted while it has a few rows, it is read whole: by plans that are kept until it is counted again, when
 * it may have a hundred thousand.
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

/** Counts the rows of grown tables for the planner: of all, or of those named. */
export async function countGrownTables(database: Asked, among?: string[]): Promise<void> {
  const grown = await listGrownTables(database)
  const names = grown.filter((name) => among?.includes(name) ?? true)
  if (names.length > 0) await database.query(`analyze ${names.join(', ')}`)
}
