import { sql, type SQL } from 'drizzle-orm'
import type { Transaction, Db } from '#platform/db/open.ts'
import { instantText } from '#platform/db/sql-parts.ts'
import { jobKey, type JobSender, type SendOptions } from './jobs.ts'
import { queueNames, type JobPayloads, type QueueName } from './queues.ts'

/**
 * Retries jobs now: makes waiting jobs with these payloads due, and adds jobs for payloads that have none. In an
 * exclusive queue, adds no job while one with the same key runs.
 */
export async function retryJobs<Name extends QueueName>(
  tx: Transaction,
  jobs: JobSender,
  name: Name,
  payloads: JobPayloads[Name][],
  options: SendOptions = {},
): Promise<void> {
  const keys = sql.param(payloads.map(jobKey))
  const { rows } = await tx.execute<{ key: string }>(sql`
    update jobs.job set start_after = now() where name = ${name} and state < 'active'
      and singleton_key = any(${keys}::text[]) returning singleton_key as key`)
  const due = new Set(rows.map(({ key }) => key))
  const lacking = payloads.filter((payload) => !due.has(jobKey(payload)))
  await jobs.send(tx, name, lacking, options)
}

/**
 * For use when a service works again: makes jobs due now that wait for a retry, longest waiting first, if their last
 * attempt was over a minute ago. Does not use up a retry, and skips jobs that a handler postponed with TryLater.
 */
export async function retryDelayedJobs(db: Db, name: QueueName, most = 10_000): Promise<void> {
  await db.execute(sql`update jobs.job
    set start_after = now(), retry_limit = retry_limit + 1
    where name = ${name} and id = any(array(select j.id from jobs.job j
      where j.name = ${name} and j.state = 'retry' and j.retry_backoff
        and j.start_after > now() and j.started_on < now() - interval '1 minute'
      order by j.started_on limit ${most} for update skip locked))`)
}

/** Deletes the jobs of deleted rows, except jobs that run; those will find no row. */
export async function withdrawJobs<Name extends QueueName>(
  tx: Transaction,
  name: Name,
  payloads: JobPayloads[Name][],
): Promise<void> {
  const { rows } = await tx.execute<{ isThere: boolean }>(
    sql`select to_regclass('jobs.job') is not null as "isThere"`,
  )
  // After a restore or migration, the queue's tables do not exist until the site starts with this database.
  if (!rows[0]?.isThere) return
  await tx.execute(sql`delete from jobs.job where name = ${name} and state <> 'active'
    and singleton_key = any(${sql.param(payloads.map(jobKey))}::text[])`)
}

/**
 * SQL condition: no job with this key waits or runs. This happens if none was added, or if the queue's tables were lost
 * in a restore.
 */
export function lacksJob(name: QueueName, key: SQL): SQL {
  return sql`${key}::text not in (select j.singleton_key from jobs.job j
    where j.name = ${name} and j.state <= 'active' and j.singleton_key is not null)`
}

/** Returns SQL that counts the low-priority jobs of a queue that are due or running. */
export function countLowPriorityJobs(name: QueueName): SQL {
  return sql`(select count(*) from jobs.job j where j.name = ${name} and j.priority < 0
    and j.state <= 'active' and j.start_after <= now())`
}

/** Returns the times of the next attempts (ISO 8601) by job key, for jobs that wait. */
export async function findNextTries(
  db: Db,
  name: QueueName,
  keys: string[],
): Promise<Map<string, string>> {
  if (keys.length === 0) return new Map()
  const { rows } = await db.execute<{ key: string; at: string }>(sql`
    select singleton_key as key, ${instantText(sql`min(start_after)`)} as at from jobs.job
    where name = ${name} and state < 'active' and singleton_key = any(${sql.param(keys)}::text[])
    group by singleton_key`)
  return new Map(rows.map(({ key, at }) => [key, at]))
}

/** Returns how many jobs of a queue wait for an attempt. */
export async function countWaitingJobs(db: Db | Transaction, name: QueueName): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from jobs.job where name = ${name} and state < 'active'`)
  return rows[0]?.count ?? 0
}

/** Queues of scheduled jobs; jobs that remain in them after a shutdown are no sign of trouble. */
const byTheClock = sql`('sweep', 'read-bounces', 'make-backup')`

/**
 * Returns how many jobs are due but not started, and the due time of the oldest; undefined if none. Ignores
 * low-priority and scheduled jobs.
 */
export async function readOldestDueJob(
  db: Db,
): Promise<{ count: number; dueAt: Date } | undefined> {
  const { rows } = await db.execute<{ count: number; seconds: number | null }>(sql`
    select count(*)::int as count, extract(epoch from min(start_after))::float8 as seconds
    from jobs.job where state < 'active' and start_after <= now() and priority >= 0
      and name not in ${byTheClock}`)
  const { count = 0, seconds = null } = rows[0] ?? {}
  return seconds === null ? undefined : { count, dueAt: new Date(seconds * 1000) }
}

/** Maximum of each count of due jobs, because larger numbers make no difference. */
const mostCounted = 1000

/**
 * SQL for a JSON object with the number of due jobs of each queue, counted up to a thousand. The condition `not
 * j.blocked` is always true; with it, PostgreSQL can use the queue's index.
 */
export const countDueByQueue = sql`(select jsonb_object_agg(q.name, (select count(*) from (
    select from jobs.job j where j.name = q.name and j.state < 'active' and not j.blocked
      and j.start_after <= now() limit ${sql.raw(String(mostCounted))}) due))
  from unnest(array[${sql.raw(queueNames.map((name) => `'${name}'`).join(', '))}]) q (name))`

/** SQL for the seconds since the last sweep without a failed step; null if there was none in the last hour. */
export const lastSweepSeconds = sql`(select extract(epoch from now() - max(j.completed_on))::float8
  from jobs.job j where j.name = 'sweep' and j.state = 'completed')`

/**
 * Returns the number of failed jobs by queue, for the Health page. Omits queues of periodic jobs, and queues whose
 * failures the admin area lists elsewhere, such as mails.
 */
export async function listFailedJobs(db: Db): Promise<{ name: string; count: number }[]> {
  const { rows } = await db.execute<{ name: string; count: number }>(sql`
    select name, count(*)::int as count from jobs.job
    where state = 'failed' and name not in ${byTheClock} and name not in ('send-message', 'send-code', 'send-link', 'call-webhook')
    group by name order by name`)
  return rows
}

/**
 * Deletes jobs that ended two days ago, and sweeps that were created an hour ago. The results of jobs are stored in
 * other tables, such as `outbox_entries`.
 */
export async function sweepJobs(db: Db): Promise<void> {
  await db.execute(sql`delete from jobs.job
    where state > 'active' and completed_on < now() - interval '2 days'`)
  await db.execute(sql`delete from jobs.job
    where name = 'sweep' and state > 'active' and created_on < now() - interval '1 hour'`)
}
