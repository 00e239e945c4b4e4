import { sql } from 'drizzle-orm'
import type { Db } from '#platform/db/open.ts'
import { lowPriority, type JobSender } from '#platform/jobs/jobs.ts'
import { countLowPriorityJobs, lacksJob } from '#platform/jobs/waiting-jobs.ts'
import { isApproved } from './announcement-entries.ts'
import { isHeldBack, isProbing, letsOthersGoFirst } from './pace.ts'
import { isUnpublished } from './record.ts'

/**
 * Mails of announcements are rows of the outbox from their approval on, and get their jobs a few at a time: so
 * the queue is short for everybody else's mails, and a stop has little to wait for.
 */

/** Jobs that wait, at least and for so many seconds of the pace. */
const [fewest, secondsAhead, most] = [20, 3, 1000]

/**
 * Gives the next of those who wait for an announcement their jobs; nobody's while its event is not published.
 * Answers how many.
 */
export async function feedMails(
  db: Db,
  jobs: JobSender,
  { now, perSecond }: { now: Date; perSecond: number },
): Promise<number> {
  const moment = sql`${now.toISOString()}::timestamptz`
  const ahead = Math.min(most, Math.max(fewest, Math.ceil(perSecond * secondsAhead)))
  const { rows } = await db.execute<{ deliveryId: number }>(sql`
    select w.id as "deliveryId" from announcements a
    cross join lateral (select d.id from message_deliveries d
      where d.announcement_id = a.id and d.state in ('waiting', 'sending') and ${isApproved}
        and ${lacksJob('send-message', sql`d.id`)}
        and (d.state = 'sending' or not ${letsOthersGoFirst(now)})
      order by d.id limit ${ahead}) w
    where a.approved_at is not null and a.stopped_at is null and a.goes_at <= ${moment}
      and not ${isUnpublished(sql`a.event_id`, moment)} and not ${isHeldBack}
    order by a.goes_at, w.id
    limit greatest(0, (case when ${isProbing} then ${fewest}::int else ${ahead}::int end)
      - ${countLowPriorityJobs('send-message')})`)
  if (rows.length > 0) await jobs.send(db, 'send-message', rows, lowPriority)
  return rows.length
}
