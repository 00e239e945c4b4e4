import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'
import type { Jobs } from '#server/jobs/create-jobs.ts'

/**
 * Gives deliveries that still wait but have no job a new one: after a database was restored from an
 * export, which holds no queue. The queue itself keeps a second job for the same delivery out.
 */
export async function requeueDeliveries(db: Db, jobs: Pick<Jobs, 'send'>): Promise<void> {
  await db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ id: number }>(sql`
      select d.id from message_deliveries d
      where d.state in ('waiting', 'sending') and d.carried_by is null
        and d.id::text not in (select j.singleton_key from jobs.job j
          where j.name = 'send-message' and j.state < 'completed' and j.singleton_key is not null)
      limit 1000`)
    await jobs.send(
      tx,
      'send-message',
      rows.map(({ id }) => ({ deliveryId: id })),
    )
  })
}
