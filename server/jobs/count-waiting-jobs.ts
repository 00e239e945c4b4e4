import { sql } from 'drizzle-orm'
import type { Db, Transaction } from '#server/db/open.ts'
import type { QueueName } from './queues.ts'

/** How many jobs of a queue wait: for their first try or another. */
export async function countWaitingJobs(db: Db | Transaction, name: QueueName): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from jobs.job where name = ${name} and state < 'active'`)
  return rows[0]?.count ?? 0
}
