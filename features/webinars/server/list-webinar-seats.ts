import { sql, eq, and, inArray } from 'drizzle-orm'
import type { WebinarSeatRow } from '#features/webinars/contract.ts'
import type { TimeContext } from '#kernel/event-time.ts'
import { webinarSeatStates, type WebinarSeatState } from '#kernel/values.ts'
import type { Db } from '#platform/db/open.ts'
import { instantText } from '#platform/db/sql-parts.ts'
import { Refusal } from '#platform/errors/refusal.ts'
import { highPriority, type JobSender } from '#platform/jobs/jobs.ts'
import { retryJobs } from '#platform/jobs/waiting-jobs.ts'
import {
  listWork,
  readWork,
  type Work,
  type WorkFilter,
  isChosen,
  type Chosen,
} from '#platform/jobs/work-list.ts'
import type { LiveSettings } from '#platform/settings/config.ts'
import { events } from '#schema/events.ts'
import { webinarSeats, zoomWebinarMappings } from '#schema/webinars.ts'
import { isTakingWebinarSeats } from './enqueue-webinar-seats.ts'
import { isDenialOf } from './webinar-seat-status.ts'

/** Returns whether Zoom is configured, with explanations for the admin area. */
export function getWebinarSeatSetup({ zoom, publicUrl }: Pick<LiveSettings, 'zoom' | 'publicUrl'>) {
  if (!zoom) {
    const notes = [
      'Zoom is not connected: no one is registered in Zoom, and join links ask people to contact you.',
    ]
    return { isConfigured: false, notes }
  }
  const notes = publicUrl
    ? [`Zoom sends changes to ${publicUrl}/api/webhooks/zoom.`]
    : ['No public address is set, so Zoom cannot send changes here.']
  return { isConfigured: true, notes }
}

/**
 * SQL for the list of Zoom registrations ("webinar seats"): the stored ones, and those that are still missing for
 * registrants of upcoming webinars. If the event has another webinar now, a registration counts as waiting.
 */
const webinarSeatWork: Work<Omit<WebinarSeatRow, 'nextTryAt'>> = {
  queue: 'take-webinar-seat',
  states: webinarSeatStates,
  id: 'registrationId',
  job: 'registrationId',
  rows: sql`(
    select r.id as "registrationId", u.email, trim(u.first_name || ' ' || u.last_name) as name,
      p.key as "personKey",
      r.event_id as "eventId", e.title as "eventTitle",
      case when s.registration_id is null or s.webinar_id <> m.webinar_id then 'waiting'
        else s.state end as state,
      coalesce(s.attempts, 0) as attempts, s.last_error as "lastError",
      ${instantText(sql`s.tried_at`)} as "triedAt", ${instantText(sql`s.seated_at`)} as "seatedAt",
      ${instantText(sql`s.attended_at`)} as "attendedAt"
    from event_registrations r
    join events e on e.id = r.event_id
    join users u on u.id = r.user_id
    left join people p on p.email = u.email
    left join zoom_webinar_mappings m on m.event_id = r.event_id and m.is_active
    left join webinar_seats s on s.registration_id = r.id
    where s.registration_id is not null or (m.id is not null and e.status = 'upcoming'
      and e.date_confirmed and e.cancelled_at is null and r.registration_type = 'confirmed'))`,
}

/** Returns a page of registrations in Zoom ("webinar seats"), newest registration first. */
export async function listWebinarSeats(db: Db, filter: WorkFilter<WebinarSeatState>) {
  const { page, ...more } = await listWork(db, webinarSeatWork, filter)
  return { seats: page, ...more }
}

/**
 * Returns the registration in Zoom ("webinar seat") that belongs to a registration here. Throws 404 if there is none
 * and none is needed.
 */
async function readWebinarSeat(db: Db, registrationId: number): Promise<WebinarSeatRow> {
  const [found] = await readWork(db, webinarSeatWork, sql`t."registrationId" = ${registrationId}`)
  if (!found) throw new Refusal('no_such_seat')
  return found
}

export type RetryContext = TimeContext & { jobs: JobSender; isConfigured: boolean }

const notConfigured = 'Zoom is not connected.'
const refuse = (message: string) => new Refusal('nothing_to_repeat', { message })

/**
 * Queues an immediate attempt to register a person at Zoom, which first checks whether Zoom has the person. Throws 404
 * if the registration needs none at Zoom, and 409 if the person is registered already or cannot be now.
 */
export async function retryWebinarSeat(
  db: Db,
  registrationId: number,
  { jobs, isConfigured, ...time }: RetryContext,
): Promise<WebinarSeatRow> {
  const { state, eventId } = await readWebinarSeat(db, registrationId)
  if (!isConfigured) throw refuse(notConfigured)
  if (state === 'seated') throw refuse('This person is already registered in Zoom.')
  const [event] = await db.select().from(events).where(eq(events.id, eventId))
  if (!event || !isTakingWebinarSeats(event, time)) {
    throw refuse('Zoom registration starts when the event has a date in the future.')
  }
  await db.transaction(async (tx) => {
    await tx
      .update(webinarSeats)
      .set({ state: 'waiting', isInDoubt: true })
      .where(eq(webinarSeats.registrationId, registrationId))
    // The host denied this registrant in Zoom. An administrator who retries overrides that, so the denial is deleted.
    await tx.execute(sql`delete from webinar_denials d
      using webinar_seats s where s.registration_id = ${registrationId}
        and ${isDenialOf(registrationId, sql`s.webinar_id`)}`)
    await retryJobs(tx, jobs, 'take-webinar-seat', [{ registrationId }], highPriority)
  })
  return readWebinarSeat(db, registrationId)
}

/**
 * Queues immediate attempts for all failed registrations in Zoom, or only for those of an event or of people who
 * match a search. Returns their number. Throws 409 if there is none that can be retried now.
 */
export async function retryWebinarSeats(
  db: Db,
  chosen: Chosen,
  { jobs, isConfigured, ...time }: RetryContext,
): Promise<{ seats: number }> {
  if (!isConfigured) throw refuse(notConfigured)
  return db.transaction(async (tx) => {
    const { rows: failed } = await tx.execute<{ registrationId: number; eventId: number }>(sql`
      select t."registrationId", t."eventId" from ${webinarSeatWork.rows} t
      where t.state = 'failed' and ${isChosen(chosen)} order by t."registrationId"`)
    const affected = await tx
      .select({ event: events })
      .from(events)
      .innerJoin(zoomWebinarMappings, eq(zoomWebinarMappings.eventId, events.id))
      .where(
        and(
          eq(zoomWebinarMappings.isActive, true),
          inArray(events.id, [...new Set(failed.map((webinarSeat) => webinarSeat.eventId))]),
        ),
      )
    const open = new Set(
      affected
        .filter(({ event }) => isTakingWebinarSeats(event, time))
        .map(({ event }) => event.id),
    )
    const ids = failed
      .filter((webinarSeat) => open.has(webinarSeat.eventId))
      .map((webinarSeat) => webinarSeat.registrationId)
    if (ids.length === 0) {
      const why =
        failed.length > 0 ? 'their events need a webinar and a date to come' : 'none failed'
      throw refuse(`Nothing to retry: ${why}.`)
    }
    // Zoom refused these people, so it does not have them. The next attempt need not search for them first.
    const again = await tx
      .update(webinarSeats)
      .set({ state: 'waiting' })
      .where(and(inArray(webinarSeats.registrationId, ids), eq(webinarSeats.state, 'failed')))
      .returning({ registrationId: webinarSeats.registrationId })
    await retryJobs(tx, jobs, 'take-webinar-seat', again, highPriority)
    return { seats: again.length }
  })
}
