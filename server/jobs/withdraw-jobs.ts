import { sql } from 'drizzle-orm'
import type { Transaction } from '#server/db/open.ts'
import { jobKey } from './create-jobs.ts'
import type { JobPayloads, QueueName } from './queues.ts'

/** Takes jobs back that wait, for rows that are no more; one under way finds nothing to do. */
export async function withdrawJobs<Name extends QueueName>(
  tx: Transaction,
  name: Name,
  payloads: JobPayloads[Name][],
): Promise<void> {
  const { rows } = await tx.execute<{ isThere: boolean }>(
    sql`select to_regclass('jobs.job') is not null as "isThere"`,
  )
  // A database just restored, or migrated and never started, has no queue yet: nothing waits in it.
  if (!rows[0]?.isThere) return
  await tx.execute(sql`delete from jobs.job where name = ${name} and state <> 'active'
    and singleton_key = any(${sql.param(payloads.map(jobKey))}::text[])`)
}
