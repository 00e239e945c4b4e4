import type { Pool } from 'pg'
import type { JobWithMetadata } from 'pg-boss'
import type { ReportFailure } from '#platform/errors/report-failure.ts'
import type { Log } from '#platform/log/log.ts'
import { carryRequestId } from '#platform/log/request-id.ts'
import { queues, type JobPayloads, type QueueName } from './queues.ts'

/** An attempt of a job. `number` counts from 1; no retry follows the last one. */
export type Attempt = {
  number: number
  isLast: boolean
  signal?: AbortSignal
  /** Whether the job has low priority. */
  isLowPriority?: boolean
}

export type JobHandlers = {
  [Name in QueueName]: (payload: JobPayloads[Name], attempt: Attempt) => Promise<void>
}

type Worker = {
  pool: Pool
  handlers: JobHandlers
  onError: (error: unknown) => void
  /** Called for every failure; the callee decides which to log. */
  report: (queue: QueueName, error: unknown) => void
  log?: Log
}

/** The id of the request that sent the job, stored in its payload. */
export type Carried = { requestId?: string }

/**
 * Runs a job once and returns the result for pg-boss; never throws. The attempt has the request id
 * of its sender, or the job's own id.
 */
export function runJob(worker: Worker, job: JobWithMetadata<unknown>) {
  const { requestId = job.id, ...payload } = (job.data ?? {}) as Carried
  return carryRequestId(requestId, () => tryJob(worker, job, payload))
}

/**
 * Keeps error messages out of the queue: they may contain an email address, and erasure only
 * deletes a person's rows.
 */
async function tryJob(worker: Worker, job: JobWithMetadata<unknown>, payload: object) {
  const { pool, handlers, onError, report, log } = worker
  const name = job.name as QueueName
  const attempt = {
    number: job.retryCount + 1,
    isLast: job.retryCount >= job.retryLimit,
    signal: job.signal,
    isLowPriority: job.priority < 0,
  }
  const tried = { queue: name, job: job.id, attempt: attempt.number }
  try {
    await (handlers[name] as (payload: object, attempt: Attempt) => Promise<void>)(payload, attempt)
    log?.debug(tried, 'job done')
    return { id: job.id, status: 'completed' as const, output: undefined }
  } catch (error) {
    const failure = error instanceof Error ? error.name : 'unknown'
    log?.debug({ ...tried, failure }, 'job failed')
    report(name, error)
    await prepareRetry(pool, job, error).catch(onError)
    return { id: job.id, status: 'failed' as const, output: { failure } }
  }
}

/** Sets the retry time or the final failure on the job's row, from which pg-boss reads it. */
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

/** Thrown by a handler to run again at this time. Does not use up an attempt. */
export class TryLater extends Error {
  readonly at: Date

  constructor(reason: string, at: Date) {
    super(reason)
    this.name = 'TryLater'
    this.at = at
  }
}

/**
 * Returns a queue time after a delay. The queue uses the database's clock, so the app's clock only
 * provides durations.
 */
export function queueTime(delayMs: number): Date {
  return new Date(Date.now() + delayMs)
}

/** Thrown by a handler when retries cannot help. The job's row records the reason. */
export class GiveUp extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'GiveUp'
  }
}

/** Queues whose error messages contain no address. */
const withoutPersonalData = new Set<QueueName>(['sweep', 'make-backup'])

/**
 * Reports unexpected job failures, each step of a sweep separately. Jobs about a person are
 * reported without the provider's message, which may contain an address; the person's row has it.
 */
export function reportFailures(report: ReportFailure) {
  return (queue: QueueName, error: unknown) => {
    if (error instanceof GiveUp || error instanceof TryLater) return
    if (!(error instanceof StepsFailed)) {
      return report(`Queue: ${queue}`, error, { showsMessage: withoutPersonalData.has(queue) })
    }
    for (const { step, error: cause } of error.failures) report(`Queue: ${queue} (${step})`, cause)
  }
}

type Step = readonly [name: string, work: () => Promise<unknown>]

/** Thrown after all steps have run, with the failed steps and their errors. */
class StepsFailed extends Error {
  readonly failures: { step: string; error: unknown }[]

  constructor(failures: StepsFailed['failures']) {
    super(`Failed: ${failures.map(({ step }) => step).join(', ')}`)
    this.name = 'StepsFailed'
    this.failures = failures
  }
}

/**
 * Runs all steps in sequence, even after failures. Throws StepsFailed at the end if any failed;
 * nested steps are named after their parent.
 */
export async function runSteps(steps: Step[]): Promise<void> {
  const failures: StepsFailed['failures'] = []
  for (const [step, work] of steps) {
    try {
      await work()
    } catch (error) {
      const inner = error instanceof StepsFailed ? error.failures : [{ step: '', error }]
      for (const failure of inner) {
        failures.push({ ...failure, step: [step, failure.step].filter(Boolean).join(', ') })
      }
    }
  }
  if (failures.length > 0) throw new StepsFailed(failures)
}
