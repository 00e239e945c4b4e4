import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'
import type { Jobs } from '#server/jobs/create-jobs.ts'
import { lacksJob } from '#server/jobs/lacks-job.ts'

/**
 * Gives mails that still wait but have no job a new one: after a database was restored from an export,
 * which holds no queue, and where what carried them is gone with its event. A job names a mail by the
 * outbox entry that carries it, or carried it. The queue itself keeps a second job for the same mail out.
 */
export async function requeueOutboxEntries(db: Db, jobs: Pick<Jobs, 'send'>): Promise<void> {
  const mail = sql`coalesce(d.carried_by, d.id)`
  await db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ deliveryId: number }>(sql`
      select distinct ${mail} as "deliveryId" from message_deliveries d
      where d.state in ('waiting', 'sending') and ${lacksJob('send-message', mail)} limit 1000`)
    await jobs.send(tx, 'send-message', rows)
  })
}
