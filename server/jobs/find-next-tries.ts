import { sql } from 'drizzle-orm'
import { instantText } from '#server/db/instant-text.ts'
import type { Db } from '#server/db/open.ts'
import type { QueueName } from './queues.ts'

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
