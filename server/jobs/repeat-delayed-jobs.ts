import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'
import type { QueueName } from './queues.ts'

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
