import { sql, type SQL } from 'drizzle-orm'
import type { QueueName } from './queues.ts'

/** Whether no job of this key waits or is under way: never made, or lost with the queue. */
export function lacksJob(name: QueueName, key: SQL): SQL {
  return sql`${key}::text not in (select j.singleton_key from jobs.job j
    where j.name = ${name} and j.state <= 'active' and j.singleton_key is not null)`
}
