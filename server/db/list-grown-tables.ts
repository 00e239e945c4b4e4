import type { QueryResult } from 'pg'

type Asked = { query(text: string): Promise<Pick<QueryResult<{ name: string }>, 'rows'>> }

/**
 * The tables, as a statement names them (`users`, the queue's with their schema), whose rows may be counted
 * for the planner. One that nobody has counted is taken for ten pages, and its rows are found by index.
 * Counted while it has a few rows, it is read whole: by plans that are kept until it is counted again, when
 * it may have a hundred thousand.
 */
export async function listGrownTables(database: Asked): Promise<string[]> {
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
