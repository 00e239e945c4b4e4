import type { Pool } from 'pg'
import type { JobWithMetadata } from 'pg-boss'
import type { ReportFailure } from '#platform/errors/report-failure.ts'
import type { Log } from '#platform/log/log.ts'
import { carryRequestId } from '#platform/log/request-id.ts'
import { queues, type JobPayloads, type QueueName } from './queues.ts'

/** One attempt to run a job. `number` counts from 1; no retry follows the attempt for which `isLast` is true. */
export type Attempt = {
  number: number
  isLast: boolean
  signal?: AbortSignal
  isLowPriority?: boolean
}

export type JobHandlers = {
  [Name in QueueName]: (payload: JobPayloads[Name], attempt: Attempt) => Promise<void>
}

type Worker = {
  pool: Pool
  handlers: JobHandlers
  onError: (error: unknown) => void
  /** Called after every failed attempt. Writes a log line unless the failure was expected. */
  report: (queue: QueueName, error: unknown) => void
  log?: Log
}

/** Part of a job's payload: the id of the HTTP request that enqueued the job, for log lines. */
export type Carried = { requestId?: string }

/**
 * Runs a job once and returns the result for pg-boss; never throws. Log lines of the attempt contain the id of the
 * request that sent the job, or else the job's id.
 */
export function runJob(worker: Worker, job: JobWithMetadata<unknown>) {
  const { requestId = job.id, ...payload } = (job.data ?? {}) as Carried
  return carryRequestId(requestId, () => tryJob(worker, job, payload))
}

/**
 * Calls the job's handler. Stores only the name of an error in the queue: its message may contain an email, and
 * erasing a person does not change the queue.
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

/**
 * After a failed attempt, updates the retry settings in the job's row: pg-boss then reads from them whether and when to
 * retry.
 */
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

/** A handler throws this error to run the job again at the time `at`. This does not use up a retry. */
export class TryLater extends Error {
  readonly at: Date

  constructor(reason: string, at: Date) {
    super(reason)
    this.name = 'TryLater'
    this.at = at
  }
}

/**
 * Returns the time `delayMs` from now by the system's clock. The queue compares it with the database's clock, so do
 * not use the app's clock, which tests set.
 */
export function queueTime(delayMs: number): Date {
  return new Date(Date.now() + delayMs)
}

/**
 * Thrown by a job handler if retries cannot help. Before, the handler stores the reason in the row with which the job
 * deals, such as the outbox entry.
 */
export class GiveUp extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'GiveUp'
  }
}

/** Queues whose error messages may be logged, because they never contain an email. */
const withoutPersonalData = new Set<QueueName>(['sweep', 'make-backup'])

/**
 * Returns a function that logs unexpected failures of jobs; if steps of a sweep failed, each one separately. Omits
 * messages that may contain an email: they are stored with the mail or other row that the job handles.
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

/** Thrown by runSteps after all steps have run; contains the failed steps and their errors. */
class StepsFailed extends Error {
  readonly failures: { step: string; error: unknown }[]

  constructor(failures: StepsFailed['failures']) {
    super(`Failed: ${failures.map(({ step }) => step).join(', ')}`)
    this.name = 'StepsFailed'
    this.failures = failures
  }
}

/**
 * Runs all steps in sequence, even after failures. Throws StepsFailed at the end if any failed. The name of a
 * nested step begins with the name of its parent.
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
