import { sql } from 'drizzle-orm'
import type { Db } from '#platform/db/open.ts'
import { lowPriority, type JobSender } from '#platform/jobs/jobs.ts'
import { countLowPriorityJobs, lacksJob } from '#platform/jobs/waiting-jobs.ts'
import { isApproved } from './announcement-entries.ts'
import { isPaused, isProbing, hasLowPriority } from './pace.ts'
import { isUnpublished } from './record.ts'

/**
 * Approving an announcement adds all of its mails to the outbox at once. This file adds their jobs to the queue only a
 * few at a time, so that other mails need not wait and an organiser can stop the announcement quickly.
 */

/**
 * Number of jobs of announcements in the queue: as many as are sent in `secondsAhead` at the present rate, but at least
 * `fewest` and at most `most`.
 */
const [fewest, secondsAhead, most] = [20, 3, 1000]

/**
 * Queues jobs for the next waiting mails of announcements, except announcements about an unpublished event.
 * Returns the number of jobs.
 */
export async function feedMails(
  db: Db,
  jobs: JobSender,
  { now, perSecond }: { now: Date; perSecond: number },
): Promise<number> {
  const moment = sql`${now.toISOString()}::timestamptz`
  const ahead = Math.min(most, Math.max(fewest, Math.ceil(perSecond * secondsAhead)))
  const { rows } = await db.execute<{ outboxEntryId: number }>(sql`
    select w.id as "outboxEntryId" from announcements a
    cross join lateral (select d.id from outbox_entries d
      where d.announcement_id = a.id and d.state in ('waiting', 'sending') and ${isApproved}
        and ${lacksJob('send-message', sql`d.id`)}
        and (d.state = 'sending' or not ${hasLowPriority(now)})
      order by d.id limit ${ahead}) w
    where a.approved_at is not null and a.stopped_at is null and a.goes_at <= ${moment}
      and not ${isUnpublished(sql`a.event_id`, moment)} and not ${isPaused}
    order by a.goes_at, w.id
    limit greatest(0, (case when ${isProbing} then ${fewest}::int else ${ahead}::int end)
      - ${countLowPriorityJobs('send-message')})`)
  if (rows.length > 0) await jobs.send(db, 'send-message', rows, lowPriority)
  return rows.length
}
