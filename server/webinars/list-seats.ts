import { sql } from 'drizzle-orm'
import type { WebinarSeatRow } from '#shared/contract/seats.ts'
import { webinarSeatStates, type WebinarSeatState } from '#shared/seats.ts'
import { instantText } from '#server/db/instant-text.ts'
import type { Db } from '#server/db/open.ts'
import { listWork, readWork, type Work, type WorkFilter } from '#server/jobs/list-work.ts'
import { Refusal } from '#server/refusal.ts'

/**
 * Every webinar seat there is, and every registrant who is still to get one: confirmed, of a mapped event to
 * come. A seat in a webinar that the event has left counts as waiting.
 */
export const webinarSeatWork: Work<Omit<WebinarSeatRow, 'nextTryAt'>> = {
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

/** Webinar seats, newest registration first, in pages. */
export async function listWebinarSeats(db: Db, filter: WorkFilter<WebinarSeatState>) {
  const { page, ...more } = await listWork(db, webinarSeatWork, filter)
  return { seats: page, ...more }
}

/** One registrant's webinar seat; throws 404 where none is to be had. */
export async function readWebinarSeat(db: Db, registrationId: number): Promise<WebinarSeatRow> {
  const [found] = await readWork(db, webinarSeatWork, sql`t."registrationId" = ${registrationId}`)
  if (!found) throw new Refusal('no_such_seat')
  return found
}
