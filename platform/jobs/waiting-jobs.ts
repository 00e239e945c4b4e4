import { sql, type SQL } from 'drizzle-orm'
import type { Transaction, Db } from '#platform/db/open.ts'
import { instantText } from '#platform/db/sql-parts.ts'
import { jobKey, type JobSender, type SendOptions } from './jobs.ts'
import { queueNames, type JobPayloads, type QueueName } from './queues.ts'

/**
 * Try again: the jobs of these rows that wait are due now, and a row without one gets one, before
 * others if `priority` says so. The queue itself keeps a second job for what is under way out.
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
 * Makes jobs due whose last try failed more than a minute ago and whose next one is far away, longest
 * waiting first. It costs them none of their tries. A time that a handler itself named is kept.
 */
export async function retryDelayedJobs(db: Db, name: QueueName, most = 10_000): Promise<void> {
  await db.execute(sql`update jobs.job
    set start_after = now(), retry_limit = retry_limit + 1
    where name = ${name} and id = any(array(select j.id from jobs.job j
      where j.name = ${name} and j.state = 'retry' and j.retry_backoff
        and j.start_after > now() and j.started_on < now() - interval '1 minute'
      order by j.started_on limit ${most} for update skip locked))`)
}

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

/** Whether no job of this key waits or is under way: never made, or lost with the queue. */
export function lacksJob(name: QueueName, key: SQL): SQL {
  return sql`${key}::text not in (select j.singleton_key from jobs.job j
    where j.name = ${name} and j.state <= 'active' and j.singleton_key is not null)`
}

/** How many jobs that stay behind others are due or under way. */
export function countBehind(name: QueueName): SQL {
  return sql`(select count(*) from jobs.job j where j.name = ${name} and j.priority < 0
    and j.state <= 'active' and j.start_after <= now())`
}

/** The queue's own time of the next try, by key, of those that wait for one. */
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

/** How many jobs of a queue wait: for their first try or another. */
export async function countWaitingJobs(db: Db | Transaction, name: QueueName): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from jobs.job where name = ${name} and state < 'active'`)
  return rows[0]?.count ?? 0
}

/** What the clock brings by itself: one that was left over at a stop says nothing. */
const byTheClock = sql`('sweep', 'read-bounces', 'make-backup')`

/** How many jobs are due and not begun, and since when the first of them is; undefined where none is. */
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

/** Counting goes no further: that many are as bad as more. */
const mostCounted = 1000

/**
 * For each queue how many of its jobs are due and not begun, counted up to a thousand, as a JSON object. None of ours is
 * ever blocked: to say so lets the queue's own index be read.
 */
export const countDueByQueue = sql`(select jsonb_object_agg(q.name, (select count(*) from (
    select from jobs.job j where j.name = q.name and j.state < 'active' and not j.blocked
      and j.start_after <= now() limit ${sql.raw(String(mostCounted))}) due))
  from unnest(array[${sql.raw(queueNames.map((name) => `'${name}'`).join(', '))}]) q (name))`

/** Seconds since a sweep ended in which no step failed; null where none has within the hour that is kept. */
export const lastSweepSeconds = sql`(select extract(epoch from now() - max(j.completed_on))::float8
  from jobs.job j where j.name = 'sweep' and j.state = 'completed')`

/** Queues with jobs that were given up, as long as `sweepJobs` keeps them; not those whose rows say it. */
export async function listFailedJobs(db: Db): Promise<{ name: string; count: number }[]> {
  const { rows } = await db.execute<{ name: string; count: number }>(sql`
    select name, count(*)::int as count from jobs.job
    where state = 'failed' and name not in ${byTheClock} and name not in ('send-message', 'send-code', 'send-link', 'call-webhook')
    group by name order by name`)
  return rows
}

/** Removes jobs two days after they ended, well or not: what became of them is on the rows they name. */
export async function sweepJobs(db: Db): Promise<void> {
  await db.execute(sql`delete from jobs.job
    where state > 'active' and completed_on < now() - interval '2 days'`)
  await db.execute(sql`delete from jobs.job
    where name = 'sweep' and state > 'active' and created_on < now() - interval '1 hour'`)
}
