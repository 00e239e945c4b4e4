import { and, eq, isNull, lt, notLike, sql } from 'drizzle-orm'
import type { TimeContext } from '#shared/time-context.ts'
import type { Db } from '#server/db/open.ts'
import { events } from '#server/db/tables/events.ts'
import { zoomWebinarMappings, heardWebhooks } from '#server/db/tables/webinars.ts'
import type { Jobs } from '#server/jobs/create-jobs.ts'
import { lacksJob } from '#server/jobs/lacks-job.ts'
import { retryDelayedJobs } from '#server/jobs/repeat-delayed-jobs.ts'
import { importedSince, importSettlingMs } from '#server/messages/imported-since.ts'
import { isTakingWebinarSeats } from './is-taking-seats.ts'

const mostAtOnce = 2000
const dayMs = 24 * 60 * 60_000

/**
 * Gives every confirmed registrant of a mapped event a job who has no seat in the webinar it is mapped
 * to now: imported ones after a while, those who were there before the mapping or another webinar, and those whose
 * job was lost with the queue.
 */
export async function sweepWebinarSeats(
  db: Db,
  jobs: Pick<Jobs, 'send'>,
  time: TimeContext,
): Promise<void> {
  // MailerLite's calls bear no time: a replay is known by nothing but its signature, for ever.
  const isOld = lt(heardWebhooks.heardAt, new Date(time.now.getTime() - dayMs))
  await db.delete(heardWebhooks).where(and(isOld, notLike(heardWebhooks.signature, 'mailerlite %')))
  // One knocks, at most every half minute; where Zoom opens, all the others follow.
  await retryDelayedJobs(db, 'take-webinar-seat', 1)
  const mapped = await db
    .select({ event: events })
    .from(events)
    .innerJoin(zoomWebinarMappings, eq(zoomWebinarMappings.eventId, events.id))
    .where(and(eq(zoomWebinarMappings.isActive, true), isNull(events.cancelledAt)))
  const ids = mapped
    .filter(({ event }) => isTakingWebinarSeats(event, time))
    .map(({ event }) => event.id)
  if (ids.length === 0) return
  await db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ registrationId: number }>(sql`
      select r.id as "registrationId" from event_registrations r
      join zoom_webinar_mappings m on m.event_id = r.event_id
      left join webinar_seats s on s.registration_id = r.id
      where r.event_id = any(${sql.param(ids)}::int[]) and r.registration_type = 'confirmed' and r.user_id is not null
        and (s.registration_id is null or s.webinar_id is distinct from m.webinar_id
          or s.state = 'waiting')
        and r.id not in ${importedSince(new Date(time.now.getTime() - importSettlingMs))}
        and ${lacksJob('take-webinar-seat', sql`r.id`)}
      order by r.id limit ${mostAtOnce}`)
    await jobs.send(tx, 'take-webinar-seat', rows)
  })
}
