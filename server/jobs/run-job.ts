import type { Pool } from 'pg'
import type { JobWithMetadata } from 'pg-boss'
import { GiveUp, TryLater } from './outcomes.ts'
import { queues, type JobPayloads, type QueueName } from './queues.ts'

/** One try of a job: `number` counts from 1; after the last no other follows by itself. */
export type Attempt = { number: number; isLast: boolean; signal?: AbortSignal }

export type JobHandlers = {
  [Name in QueueName]: (payload: JobPayloads[Name], attempt: Attempt) => Promise<void>
}

type Worker = {
  pool: Pool
  handlers: JobHandlers
  onError: (error: unknown) => void
  /** Told of every failure; says on its own which of them anybody need know. */
  report: (queue: QueueName, error: unknown) => void
}

/**
 * Tries a job once and answers what pg-boss is to note of it; never throws. The reason of a failure
 * stays out of the queue: it may name an address, and a person's rows go with the person.
 */
export async function runJob(worker: Worker, job: JobWithMetadata<unknown>) {
  const { pool, handlers, onError, report } = worker
  const name = job.name as QueueName
  const attempt = {
    number: job.retryCount + 1,
    isLast: job.retryCount >= job.retryLimit,
    signal: job.signal,
  }
  try {
    await (handlers[name] as (payload: object, attempt: Attempt) => Promise<void>)(
      job.data as object,
      attempt,
    )
    return { id: job.id, status: 'completed' as const, output: undefined }
  } catch (error) {
    report(name, error)
    await prepareRetry(pool, job, error).catch(onError)
    const output = { failure: error instanceof Error ? error.name : 'unknown' }
    return { id: job.id, status: 'failed' as const, output }
  }
}

/** Sets on the job's own row what its failure means for the next try; pg-boss reads it from there. */
async function prepareRetry(
  pool: Pool,
  { name, id, retryBackoff }: JobWithMetadata<unknown>,
  error: unknown,
) {
  const change = (set: string, values: unknown[] = []) =>
    pool.query(`update jobs.job set ${set} where name = $1 and id = $2`, [name, id, ...values])
  if (error instanceof GiveUp) await change('retry_limit = retry_count')
  else if (error instanceof TryLater) {
    const set = `retry_backoff = false, retry_limit = retry_limit + 1,
      retry_delay = greatest(1, ceil(extract(epoch from $3::timestamptz - now())))::int`
    await change(set, [error.at])
  } else if (!retryBackoff) {
    await change('retry_backoff = true, retry_delay = $3', [queues[name as QueueName].retryDelay])
  }
}
