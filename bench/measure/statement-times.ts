import type { Pool } from 'pg'
import type { OpenDatabase } from '#platform/db/open.ts'

type Statement = { text: string; values: unknown[] }

/**
 * Measures the database's time for a call's statements in milliseconds by `explain analyze`, which depends less
 * on other programs than the caller's waiting time.
 */
export async function measureStatements(
  { pool }: OpenDatabase,
  call: () => Promise<unknown>,
): Promise<number> {
  let milliseconds = 0
  for (const { text, values } of await listStatements(pool, call)) {
    const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`explain analyze ${text}`, values)
    const [, time] = /^Execution Time: ([\d.]+) ms/.exec(rows.at(-1)!['QUERY PLAN']) ?? []
    milliseconds += Number(time)
  }
  return milliseconds
}

async function listStatements(pool: Pool, call: () => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = []
  const query = pool.query.bind(pool)
  pool.query = ((config: Statement, values: unknown[]) => {
    statements.push({ text: config.text, values })
    return query(config, values)
  }) as typeof pool.query
  try {
    await call()
  } finally {
    pool.query = query
  }
  return statements
}
