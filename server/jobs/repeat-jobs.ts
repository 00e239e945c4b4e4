import { sql } from 'drizzle-orm'
import type { Transaction } from '#server/db/open.ts'
import { jobKey, type Jobs, type SendOptions } from './create-jobs.ts'
import type { JobPayloads, QueueName } from './queues.ts'

/**
 * Try again: the jobs of these rows that wait are due now, and a row without one gets one, before
 * others if `priority` says so. The queue itself keeps a second job for what is under way out.
 */
export async function retryJobs<Name extends QueueName>(
  tx: Transaction,
  jobs: Pick<Jobs, 'send'>,
  name: Name,
  payloads: JobPayloads[Name][],
  options: SendOptions = {},
): Promise<void> {
  const keys = sql.param(payloads.map(jobKey))
  const { rows } = await tx.execute<{ key: string }>(sql`
    update jobs.job set start_after = now() where name = ${name} and state < 'active'
      and singleton_key = any(${keys}::text[]) returning singleton_key as key`)
  const due = new Set(rows.map(({ key }) => key))
  await jobs.send(
    tx,
    name,
    payloads.filter((payload) => !due.has(jobKey(payload))),
    options,
  )
}
