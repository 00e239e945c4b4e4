import { sql } from 'drizzle-orm'
import type { Db, Transaction } from '#server/db/open.ts'
import type { Jobs } from '#server/jobs/create-jobs.ts'

/**
 * Makes seats due whose last try failed more than a minute ago and whose next one is far away, longest
 * waiting first. It costs them none of their tries. A time that Zoom itself named is kept.
 */
export async function requeueSeats(db: Db, most = 10_000): Promise<void> {
  await db.execute(sql`update jobs.job
    set start_after = now(), retry_limit = retry_limit + 1
    where name = 'take-webinar-seat' and id = any(array(select j.id from jobs.job j
      where j.name = 'take-webinar-seat' and j.state = 'retry' and j.retry_backoff
        and j.start_after > now() and j.started_on < now() - interval '1 minute'
      order by j.started_on limit ${most} for update skip locked))`)
}

/** Makes the jobs of these seats due, and gives one to whoever has none, before all that is waiting. */
export async function putSeatsBack(
  tx: Transaction,
  jobs: Pick<Jobs, 'send'>,
  seats: { registrationId: number }[],
): Promise<void> {
  const keys = sql.param(seats.map(({ registrationId }) => String(registrationId)))
  await tx.execute(sql`update jobs.job set start_after = now()
    where name = 'take-webinar-seat' and state < 'active' and singleton_key = any(${keys}::text[])`)
  // The queue itself keeps a second job for the same seat out.
  await jobs.send(tx, 'take-webinar-seat', seats, { priority: 10 })
}
