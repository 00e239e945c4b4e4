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
  await tx.execute(sql`delete from jobs.job where name = ${name} and state <> 'active'
    and singleton_key = any(${sql.param(payloads.map(jobKey))}::text[])`)
}
