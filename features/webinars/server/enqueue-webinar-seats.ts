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

/**
 * Returns whether people who register for the event are registered in Zoom now: it is published, confirmed and not
 * over.
 */
export function isTakingWebinarSeats(event: EventRow, { now, timeZone }: TimeContext): boolean {
  return (
    isPublished(event, now) &&
    confirmedStart(event) !== undefined &&
    !isFinished(event, now, timeZone)
  )
}

/**
 * Registers the person in Zoom for these events by a background job, queued in the transaction that registers the
 * person here. If Zoom cannot accept the registration yet, the job skips it, and a periodic sweep queues it again.
 * Registrations that were cancelled in Zoom are requested again, those that the host denied are not.
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
 * Queues jobs for registrants whom Zoom does not have yet: imported people, people who registered before the webinar
 * was set up or replaced, and those whose job was lost.
 */
export async function sweepWebinarSeats(db: Db, jobs: JobSender, time: TimeContext): Promise<void> {
  // Delete signatures of webhooks, by which replays are recognised, after a day. Keep MailerLite's forever: its
  // webhooks contain no time, so a replay of any age must be recognised.
  const isOld = lt(heardWebhooks.heardAt, new Date(time.now.getTime() - dayMs))
  await db.delete(heardWebhooks).where(and(isOld, notLike(heardWebhooks.signature, 'mailerlite %')))
  // Retry a single delayed job every half minute. Once Zoom accepts one, all others are retried.
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
