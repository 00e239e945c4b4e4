import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { Pool } from 'pg'
import { PgBoss, type WorkOptions } from 'pg-boss'
import type { Db, Transaction } from '#platform/db/open.ts'
import { clientOf } from '#platform/db/prepared.ts'
import type { ReportFailure } from '#platform/errors/report-failure.ts'
import type { Log } from '#platform/log/log.ts'
import { currentRequestId } from '#platform/log/request-id.ts'
import { askByName, asked } from './named-statements.ts'
import { queueNames, queues, type JobPayloads, type QueueName } from './queues.ts'
import { reportFailures, runJob, type JobHandlers } from './run-job.ts'

export type SendOptions = {
  /** Earliest start of the job. The database compares it with its own clock. */
  startAfter?: Date
  /** Jobs with higher numbers run first. Default: 0. */
  priority?: number
  /** Allows one job of the queue in each period of this many seconds, across all nodes. */
  singletonSeconds?: number
}

/** High priority, for jobs that a user waits for. */
export const highPriority: SendOptions = { priority: 10 }
/**
 * Low priority, for mails to many people and calls of webhooks that fail. Separate workers run these jobs, so that
 * they never occupy the workers of other jobs.
 */
export const lowPriority: SendOptions = { priority: -10 }

/** Maximum number of jobs of one queue that run at the same time on one node. */
const concurrency = 10
/** Queues with jobs for which a user waits in front of the screen. */
const isWaitedFor = new Set<QueueName>(['send-code', 'send-link'])
/** Queues that have low-priority jobs. */
const hasLowPriorityJobs = new Set<QueueName>(['send-message', 'call-webhook'])
/**
 * Queues with several workers. A worker fetches new jobs only when the slowest job of its last batch has ended, so
 * while a remote server hangs, other workers must continue.
 */
const workersOf: Partial<Record<QueueName, WorkOptions>> = {
  'send-message': { localConcurrency: 3, batchSize: 4 },
  'call-webhook': { localConcurrency: 5, batchSize: 1 },
}
/**
 * Options of the workers for low-priority jobs: two workers with two jobs each. A batch of one would be slower, because
 * pg-boss pauses between batches.
 */
const lowPriorityWorkers = { localConcurrency: 2, batchSize: 2, maxPriority: -1 }
const sweepMs = 30_000
const superviseMs = 15_000
/** How long a shutdown waits for running jobs, in milliseconds; the process is killed after ten seconds. */
const stopMs = 6_000

/**
 * Returns the key of a job. Of several jobs with the same key, only one can wait; in an exclusive queue, only one
 * can wait or run.
 */
export function jobKey(payload: object): string {
  return Object.values(payload).join(' ')
}

export type Jobs = ReturnType<typeof createJobs>
export type JobSender = Pick<Jobs, 'send'>

/**
 * Creates the job queue. `start` creates the queue's tables and must come before the first `send`; `work` runs jobs
 * on this node until `stop`. All nodes that use the same database share the jobs.
 */
export function createJobs(
  { pool, kind }: { pool: Pool; kind: 'embedded' | 'postgres' },
  reportFailure: ReportFailure = () => {},
  log?: Log,
) {
  const boss = new PgBoss({
    db: askByName(pool),
    backend: kind === 'embedded' ? 'pglite' : 'postgres',
    schema: 'jobs',
    schedule: false,
    // Nodes that only send jobs need not run pg-boss's maintenance. On the other nodes, `work` calls `supervise`.
    supervise: false,
    reindex: false,
    queueCacheIntervalSeconds: 600,
  })
  // pg-boss passes a copy of the error: a plain object, to which pg-boss adds the name of the queue.
  boss.on('error', (error: Error & { queue?: string }) =>
    reportFailure(`Queue: ${error.queue ?? 'itself'}`, error),
  )
  const report = reportFailures(reportFailure)
  const onError = (error: unknown) => reportFailure('Queue: itself', error)
  const timers: NodeJS.Timeout[] = []
  let isStopped = false

  async function start() {
    await boss.start()
    const known = new Set((await boss.getQueues()).map(({ name }) => name))
    for (const name of queueNames.filter((wanted) => !known.has(wanted))) {
      await boss.createQueue(name, queues[name])
      // Query the queue once, so that pg-boss caches the queue's definition. Otherwise the first `send` would load it
      // on a second connection, while its own transaction waits.
      await boss.findJobs(name, { id: randomUUID() })
    }
  }

  /**
   * Adds jobs in the caller's transaction. Each job contains the id of the current HTTP request, which is not part
   * of the job's key.
   */
  async function send<Name extends QueueName>(
    tx: Db | Transaction,
    name: Name,
    payloads: JobPayloads[Name][],
    options: SendOptions = {},
  ): Promise<void> {
    if (payloads.length === 0) return
    const isKeyed = queues[name].policy !== undefined
    const requestId = currentRequestId()
    const jobs = payloads.map((payload) => ({
      data: requestId === undefined ? payload : { ...payload, requestId },
      ...options,
      ...(isKeyed && { singletonKey: jobKey(payload) }),
    }))
    const client = clientOf(tx)
    // In a transaction, do not await the insert, which saves a round trip: if it fails, COMMIT fails.
    if (client instanceof Pool) await boss.insert(name, jobs, { db: askByName(client) })
    else await asked(client, (db) => boss.insert(name, jobs, { db }))
  }

  /**
   * Returns whether jobs of this queue are run at all. `withoutQueues` overrides the function for queues whose provider
   * is not configured.
   */
  function takes(_name: QueueName): boolean {
    return true
  }

  function every(ms: number, task: () => Promise<unknown>) {
    const timer = setInterval(() => void task().catch(onError), ms)
    timers.push(timer.unref())
  }

  /**
   * Starts the workers of all queues. Calls `everySecond` every second, on every node. Does not throw if `stop` is
   * called during the start.
   */
  async function work(handlers: JobHandlers, everySecond?: () => Promise<unknown>) {
    await startWorkers(handlers).catch((error: unknown) => {
      if (!isStopped) throw error
    })
    if (everySecond && !isStopped) every(1000, oneAtATime(everySecond))
  }

  async function startWorkers(handlers: JobHandlers) {
    // Only one process uses the embedded database, so jobs that are active now were interrupted. Fail those without
    // retries left, so that a job that crashes the process cannot crash every restart.
    if (kind === 'embedded') {
      await pool.query(
        `update jobs.job set start_after = now(), heartbeat_on = null,
          state = (case when retry_count < retry_limit then 'retry' else 'failed' end)::jobs.job_state,
          completed_on = case when retry_count < retry_limit then null else now() end
          where state = 'active'`,
      )
    }
    for (const name of queueNames) {
      const minPriority = hasLowPriorityJobs.has(name) ? { minPriority: 0 } : {}
      await startWorker(name, {
        batchSize: concurrency,
        ...workersOf[name],
        ...minPriority,
      })
      if (hasLowPriorityJobs.has(name))
        await startWorker(name, {
          ...lowPriorityWorkers,
          ...(name === 'call-webhook' && { batchSize: 1 }),
        })
    }

    function startWorker(name: QueueName, which: WorkOptions) {
      return boss.work(
        name,
        {
          ...which,
          burstWhenBatchFull: true,
          pollingIntervalSeconds: 2,
          includeMetadata: true,
          perJobResults: true,
        },
        async (batch) => {
          if (!isWaitedFor.has(name)) await backOff(pool)
          return Promise.all(
            batch.map((job) => runJob({ pool, handlers, onError, report, log }, job)),
          )
        },
      )
    }
    const sweep = () => boss.send('sweep', {}, { singletonSeconds: sweepMs / 1000 })
    if (isStopped) return
    every(sweepMs, sweep)
    every(superviseMs, () => boss.supervise())
    // Ignore a failure to queue the first sweep: the next one is queued half a minute later anyway.
    await sweep().catch(onError)
  }

  /**
   * Runs due jobs until none is left, without workers; for tests and commands. Returns the number of attempts.
   */
  async function runDue(handlers: JobHandlers): Promise<number> {
    let tries = 0
    for (;;) {
      let found = 0
      const { rows } = await pool.query<{ name: QueueName }>(
        `select distinct name from jobs.job where state < 'active' and start_after <= now()`,
      )
      const due = new Set(rows.map(({ name }) => name))
      for (const name of queueNames.filter((each) => due.has(each))) {
        const batch = await boss.fetch(name, { batchSize: concurrency, includeMetadata: true })
        found += batch.length
        for (const job of batch) {
          const { status, output } = await runJob({ pool, handlers, onError, report, log }, job)
          if (status === 'completed') await boss.complete(name, job.id)
          else await boss.fail(name, job.id, output)
        }
      }
      if (found === 0) return tries
      tries += found
    }
  }

  /** Stops fetching jobs and waits at most `stopMs` for running ones; other nodes or the next start run the rest. */
  async function stop() {
    isStopped = true
    for (const timer of timers.splice(0)) clearInterval(timer)
    const done = Promise.all(queueNames.map((name) => boss.offWork(name, { wait: true })))
    await Promise.race([done, wait(stopMs, undefined, { ref: false })])
    await boss.stop({ graceful: false })
  }

  return { start, send, takes, work, runDue, stop }
}

/** Returns a function that runs `task`. While a run is in progress, calls do not start another. */
function oneAtATime(task: () => Promise<unknown>) {
  let running: Promise<unknown> | undefined
  return () => (running ??= task().finally(() => (running = undefined)))
}

/**
 * Returns a job queue that ignores jobs for the queues that `off` returns, because the provider that they need, such as
 * Zoom, is not configured.
 */
export function withoutQueues(jobs: Jobs, off: () => QueueName[]): Jobs {
  async function send<Name extends QueueName>(
    transaction: Parameters<Jobs['send']>[0],
    name: Name,
    payloads: JobPayloads[Name][],
    options?: Parameters<Jobs['send']>[3],
  ) {
    if (!off().includes(name)) await jobs.send(transaction, name, payloads, options)
  }
  return { ...jobs, send, takes: (name) => !off().includes(name) }
}

/**
 * Maximum time in milliseconds that a job waits for visitors' traffic to decrease, since high traffic may last an hour.
 */
const patienceMs = 3000
const lookMs = 10

type Places = Pick<Pool, 'waitingCount' | 'totalCount' | 'idleCount'> & {
  options: Pick<Pool['options'], 'max'>
}

/**
 * Returns whether callers wait for a connection of the pool, or more than half of its connections are in use. The
 * second condition covers moments of high traffic at which no caller waits.
 */
function isCrowded({ waitingCount, totalCount, idleCount, options }: Places) {
  return waitingCount > 0 || totalCount - idleCount > options.max / 2
}

/**
 * Waits while the database pool is busy, so that visitors' requests get connections before background jobs of the
 * same process.
 */
async function backOff(pool: Places): Promise<void> {
  const until = performance.now() + patienceMs
  while (isCrowded(pool) && performance.now() < until) {
    await wait(lookMs, undefined, { ref: false })
  }
}
