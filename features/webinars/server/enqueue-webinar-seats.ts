import { and, eq, isNull, lt, notLike, sql } from 'drizzle-orm'
import type { EventRow } from '#features/events/server/event-rows.ts'
import { importedSince, importSettlingMs } from '#features/mails/server/plan.ts'
import { isFinished, type TimeContext } from '#kernel/event-time.ts'
import { confirmedStart, isPublished } from '#kernel/publishing.ts'
import type { Transaction, Db } from '#platform/db/open.ts'
import type { Jobs, JobSender } from '#platform/jobs/jobs.ts'
import { lacksJob, retryDelayedJobs } from '#platform/jobs/waiting-jobs.ts'
import { events } from '#schema/events.ts'
import { zoomWebinarMappings, heardWebhooks } from '#schema/webinars.ts'
import { deniedInZoom } from './webinar-seat-status.ts'

/** Whether an event's registrants have their webinar seats now. Specification, "Webinar seats". */
export function isTakingWebinarSeats(event: EventRow, { now, timeZone }: TimeContext): boolean {
  return (
    isPublished(event, now) &&
    confirmedStart(event) !== undefined &&
    !isFinished(event, now, timeZone)
  )
}

/**
 * Queues the webinar seats of somebody who is registered for these events, in the transaction that made them
 * so. Whether one is to be taken is decided again when it is; what is left out here the sweep finds. A
 * seat that was cancelled in Zoom is taken again; one that the host denied is not.
 */
export async function enqueueWebinarSeats(
  tx: Transaction,
  jobs: Pick<Jobs, 'send' | 'takes'>,
  registered: { userId: number; events: EventRow[] },
): Promise<void> {
  if (!jobs.takes('take-webinar-seat')) return
  const dated = registered.events.filter((event) => confirmedStart(event))
  if (dated.length === 0) return
  const eventIds = sql.param(dated.map(({ id }) => id))
  const { rows } = await tx.execute<{ registrationId: number }>(sql`
    with wanted as (
      select r.id, m.webinar_id from event_registrations r
      join zoom_webinar_mappings m on m.event_id = r.event_id and m.is_active
      where r.user_id = ${registered.userId} and r.registration_type = 'confirmed'
        and r.event_id = any(${eventIds}::int[])),
    again as (
      update webinar_seats s set state = 'waiting', is_in_doubt = true from wanted w
      where s.registration_id = w.id and s.webinar_id = w.webinar_id and s.state = 'withdrawn'
        and s.last_error is distinct from ${deniedInZoom})
    select id as "registrationId" from wanted`)
  await jobs.send(tx, 'take-webinar-seat', rows)
}

const mostAtOnce = 2000
const dayMs = 24 * 60 * 60_000

/**
 * Gives every confirmed registrant of a mapped event a job who has no seat in the webinar it is mapped
 * to now: imported ones after a while, those who were there before the mapping or another webinar, and those whose
 * job was lost with the queue.
 */
export async function sweepWebinarSeats(db: Db, jobs: JobSender, time: TimeContext): Promise<void> {
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
          or s.state = 'waiting' or (s.is_in_doubt and s.state <> 'failed'))
        and r.id not in ${importedSince(new Date(time.now.getTime() - importSettlingMs))}
        and ${lacksJob('take-webinar-seat', sql`r.id`)}
      order by r.id limit ${mostAtOnce}`)
    await jobs.send(tx, 'take-webinar-seat', rows)
  })
}
