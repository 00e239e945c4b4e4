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
  /** Not before this moment, by the database's clock. */
  startAfter?: Date
  /** Higher ones come first; 0 unless given. */
  priority?: number
  /** At most one job of the queue in each such stretch of time, on all nodes together. */
  singletonSeconds?: number
}

/** What somebody waits for goes before what the clock brings about. */
export const promptly: SendOptions = { priority: 10 }
/** What goes to many people waits for everything else, and has workers of its own: it never keeps them busy. */
export const behindOthers: SendOptions = { priority: -10 }

/** Jobs of one queue at a time on one node. */
const concurrency = 10
/** Somebody looks at their screen until it is done. */
const isWaitedFor = new Set<QueueName>(['send-code', 'send-link'])
/** Queues with jobs that stay behind others. */
const hasJobsBehind = new Set<QueueName>(['send-message', 'call-webhook'])
/**
 * A worker takes its next batch when the slowest job of the last one has ended. A job that waits for a server that
 * hangs therefore blocks its worker, and these queues have several.
 */
const workersOf: Partial<Record<QueueName, WorkOptions>> = {
  'send-message': { localConcurrency: 3, batchSize: 4 },
  'call-webhook': { localConcurrency: 5, batchSize: 1 },
}
/** A node does four of those at a time, two by two: pg-boss takes no single ones without a pause between them. */
const behind = { localConcurrency: 2, batchSize: 2, maxPriority: -1 }
const sweepMs = 30_000
const superviseMs = 15_000
/** How long a stop waits for jobs under way; the process itself gets ten seconds. */
const stopMs = 6_000

/** What tells jobs apart: of two alike only one is waiting or, in an exclusive queue, under way. */
export function jobKey(payload: object): string {
  return Object.values(payload).join(' ')
}

export type Jobs = ReturnType<typeof createJobs>
export type JobSender = Pick<Jobs, 'send'>

/**
 * The queue in the database. `start` makes its tables and queues and comes before the first `send`;
 * `work` runs jobs on this node until `stop`. All nodes on one database share the work.
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
    // Done by `work`: a node that only sends looks after nothing.
    supervise: false,
    reindex: false,
    queueCacheIntervalSeconds: 600,
  })
  // It hands over copies, plain objects that name the queue.
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
      // Any look-up: the first send, inside a transaction, would have to wait for itself otherwise.
      await boss.findJobs(name, { id: randomUUID() })
    }
  }

  /**
   * Adds jobs inside the transaction that causes them: it and they exist together or not at all. Each
   * carries the id of the request in whose name it is sent, which tells no two jobs apart.
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
    // Its transaction's end says whether it failed: whatever comes next need not wait for that.
    if (client instanceof Pool) await boss.insert(name, jobs, { db: askByName(client) })
    else await asked(client, (db) => boss.insert(name, jobs, { db }))
  }

  /** Whether anything is set here that does such jobs. */
  function takes(_name: QueueName): boolean {
    return true
  }

  function every(ms: number, task: () => Promise<unknown>) {
    const timer = setInterval(() => void task().catch(onError), ms)
    timers.push(timer.unref())
  }

  /**
   * `everySecond` is done on every node. A stop may come while the workers are still being started: then
   * there is nothing to say.
   */
  async function work(handlers: JobHandlers, everySecond?: () => Promise<unknown>) {
    await startWorkers(handlers).catch((error: unknown) => {
      if (!isStopped) throw error
    })
    if (everySecond && !isStopped) every(1000, oneAtATime(everySecond))
  }

  async function startWorkers(handlers: JobHandlers) {
    // Only one process has the embedded database: what it finds under way was cut off. A last try was
    // the last one, lest a job that ends the process ends it at every start.
    if (kind === 'embedded') {
      await pool.query(
        `update jobs.job set start_after = now(), heartbeat_on = null,
          state = (case when retry_count < retry_limit then 'retry' else 'failed' end)::jobs.job_state,
          completed_on = case when retry_count < retry_limit then null else now() end
          where state = 'active'`,
      )
    }
    for (const name of queueNames) {
      const minPriority = hasJobsBehind.has(name) ? { minPriority: 0 } : {}
      await startWorker(name, {
        batchSize: concurrency,
        ...workersOf[name],
        ...minPriority,
      })
      if (hasJobsBehind.has(name))
        await startWorker(name, { ...behind, ...(name === 'call-webhook' && { batchSize: 1 }) })
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
    // The next one comes by itself.
    await sweep().catch(onError)
  }

  /**
   * Runs what is due now, until nothing is, in place of workers: for tests and commands. Returns how
   * many tries it made.
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

  /** Takes no new jobs and waits a while for those under way; others are taken up by another node. */
  async function stop() {
    isStopped = true
    for (const timer of timers.splice(0)) clearInterval(timer)
    const done = Promise.all(queueNames.map((name) => boss.offWork(name, { wait: true })))
    await Promise.race([done, wait(stopMs, undefined, { ref: false })])
    await boss.stop({ graceful: false })
  }

  return { start, send, takes, work, runDue, stop }
}

/** Leaves out a turn while the one before is not over. */
function oneAtATime(task: () => Promise<unknown>) {
  let running: Promise<unknown> | undefined
  return () => (running ??= task().finally(() => (running = undefined)))
}

/** The same queue, but what is sent to `off` is dropped: nothing is set that could do such a job. */
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

/** Jobs go on after that in any case: a crowd may come for an hour. */
const patienceMs = 3000
const lookMs = 10

type Places = Pick<Pool, 'waitingCount' | 'totalCount' | 'idleCount'> & {
  options: Pick<Pool['options'], 'max'>
}

/** In a crowd there are moments in which nobody waits for a connection, but most are in use. */
function isCrowded({ waitingCount, totalCount, idleCount, options }: Places) {
  return waitingCount > 0 || totalCount - idleCount > options.max / 2
}

/**
 * Waits until the database is not crowded: whoever registers comes before the mails about it, which this
 * same process writes.
 */
async function backOff(pool: Places): Promise<void> {
  const until = performance.now() + patienceMs
  while (isCrowded(pool) && performance.now() < until) {
    await wait(lookMs, undefined, { ref: false })
  }
}
