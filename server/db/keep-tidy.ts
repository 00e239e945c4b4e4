import type { Pool } from 'pg'
import { listGrownTables } from './list-grown-tables.ts'

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
