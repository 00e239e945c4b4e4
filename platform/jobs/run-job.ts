import type { Pool } from 'pg'
import type { JobWithMetadata } from 'pg-boss'
import type { ReportFailure } from '#platform/errors/report-failure.ts'
import type { Log } from '#platform/log/log.ts'
import { carryRequestId } from '#platform/log/request-id.ts'
import { queues, type JobPayloads, type QueueName } from './queues.ts'

/** One try of a job: `number` counts from 1; after the last no other follows by itself. */
export type Attempt = {
  number: number
  isLast: boolean
  signal?: AbortSignal
  /** Whether the job stays behind others. */
  isBehind?: boolean
}

export type JobHandlers = {
  [Name in QueueName]: (payload: JobPayloads[Name], attempt: Attempt) => Promise<void>
}

type Worker = {
  pool: Pool
  handlers: JobHandlers
  onError: (error: unknown) => void
  /** Told of every failure; says on its own which of them anybody need know. */
  report: (queue: QueueName, error: unknown) => void
  log?: Log
}

/** What a job's payload says besides, where a request sent it: the request's id. */
export type Carried = { requestId?: string }

/**
 * Tries a job once and answers what pg-boss is to note of it; never throws. It is done in the name of the
 * request that sent it; what the clock brings about goes by the job's own id.
 */
export function runJob(worker: Worker, job: JobWithMetadata<unknown>) {
  const { requestId = job.id, ...payload } = (job.data ?? {}) as Carried
  return carryRequestId(requestId, () => tryJob(worker, job, payload))
}

/** The reason of a failure stays out of the queue: it may name an address, and a person's rows go with the person. */
async function tryJob(worker: Worker, job: JobWithMetadata<unknown>, payload: object) {
  const { pool, handlers, onError, report, log } = worker
  const name = job.name as QueueName
  const attempt = {
    number: job.retryCount + 1,
    isLast: job.retryCount >= job.retryLimit,
    signal: job.signal,
    isBehind: job.priority < 0,
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

/** Thrown by a job's handler: not now, but at this time. It costs none of the job's tries. */
export class TryLater extends Error {
  readonly at: Date

  constructor(reason: string, at: Date) {
    super(reason)
    this.name = 'TryLater'
    this.at = at
  }
}

/** The queue goes by the database's clock, whatever clock we were given: only lengths of time count there. */
export function queueTime(delayMs: number): Date {
  return new Date(Date.now() + delayMs)
}

/** Thrown by a job's handler: no repetition can help. The row that it is about says why. */
export class GiveUp extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'GiveUp'
  }
}

/** Whose words name no address. */
const aboutNobody = new Set<QueueName>(['sweep', 'make-backup'])

/**
 * Passes on what jobs fail of that is nobody's intention, each step of a sweep for itself. Jobs about
 * a person are reported without a provider's words, which name addresses; the person's row has them.
 */
export function reportFailures(report: ReportFailure) {
  return (queue: QueueName, error: unknown) => {
    if (error instanceof GiveUp || error instanceof TryLater) return
    if (!(error instanceof StepsFailed)) {
      return report(`Queue: ${queue}`, error, { hasWords: aboutNobody.has(queue) })
    }
    for (const { step, error: cause } of error.failures) report(`Queue: ${queue} (${step})`, cause)
  }
}

type Step = readonly [name: string, work: () => Promise<unknown>]

/** Thrown after all steps have run: which of them failed, and why. */
class StepsFailed extends Error {
  readonly failures: { step: string; error: unknown }[]

  constructor(failures: StepsFailed['failures']) {
    super(`Failed: ${failures.map(({ step }) => step).join(', ')}`)
    this.name = 'StepsFailed'
    this.failures = failures
  }
}

/**
 * Runs every step, one after the other, whatever becomes of those before. Throws StepsFailed at the end
 * where some failed; steps of a step are named after it.
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
