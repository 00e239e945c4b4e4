import { eq, sql, type SQL } from 'drizzle-orm'
import type { WebinarSeatState } from '#kernel/values.ts'
import type { Transaction } from '#platform/db/open.ts'
import type { JobSender } from '#platform/jobs/jobs.ts'
import { eventRegistrations } from '#schema/registrations.ts'
import { webinarSeats } from '#schema/webinars.ts'
import { numberOf } from './live-status.ts'
import type { Registrant } from './zoom/registrants.ts'

export type WebinarSeatStatus = 'approved' | 'cancelled' | 'denied'

/** Reason stored for a registrant whom the host denied. A registrant who was only cancelled may register again. */
export const deniedInZoom = 'Denied in Zoom'

type WebinarSeatChanges = Partial<typeof webinarSeats.$inferInsert>

type ToldStatus = {
  webinarId: string
  registrantId: string
  email: string
  joinUrl: string | undefined
  status: WebinarSeatStatus
}

/**
 * Stores a registrant's status from a Zoom webhook. Zoom delivers webhooks late and out of order, so a webhook about an
 * earlier time than the stored status is ignored. If both times are equal but the statuses differ, queues a job that
 * asks Zoom for the current status. A webhook without a time counts as the newest.
 */
export async function noteWebinarSeatStatus(
  tx: Transaction,
  told: ToldStatus,
  { at, jobs, now }: { at: Date | undefined; jobs: JobSender; now: Date },
): Promise<void> {
  const { registrantId, joinUrl, status } = told
  if (status === 'approved' && !joinUrl) return
  const seat = await lockWebinarSeat(tx, told)
  const isStale = seat !== undefined && at !== undefined && at.getTime() < seat.knownAt
  // Zoom may report a denial after the person has cancelled that registration. The denial then applies to the person's
  // next registration.
  if (!isStale || (status === 'denied' && seat.state !== 'seated')) {
    await noteHostDecision(tx, told, { at: at ?? now, emails: [told.email, seat?.email ?? ''] })
  }
  if (!seat || isStale) return
  const { registrationId, state, knownAt } = seat
  const changeWebinarSeat = (changes: WebinarSeatChanges) =>
    tx.update(webinarSeats).set(changes).where(eq(webinarSeats.registrationId, registrationId))
  if (at?.getTime() === knownAt) {
    if (state === (status === 'approved' ? 'seated' : 'withdrawn')) return
    await changeWebinarSeat({ isInDoubt: true })
    await jobs.send(tx, 'take-webinar-seat', [{ registrationId }])
    return
  }
  const known = { isInDoubt: false, statusAt: at ?? now }
  if (status !== 'approved') {
    const lastError = status === 'denied' ? deniedInZoom : 'Cancelled in Zoom'
    await changeWebinarSeat({ ...known, state: 'withdrawn', joinUrl: null, lastError })
    return
  }
  await changeWebinarSeat({ ...known, state: 'seated', joinUrl, seatedAt: now, lastError: null })
  await tx
    .update(eventRegistrations)
    .set({ zoomRegistrationId: registrantId })
    .where(eq(eventRegistrations.id, registrationId))
}

/** Stores the host's denial of a registrant, and deletes it once the host approves the registrant. */
async function noteHostDecision(
  tx: Transaction,
  { webinarId, status }: ToldStatus,
  { at, emails }: { at: Date; emails: string[] },
) {
  if (status === 'cancelled') return
  const moment = sql`${at.toISOString()}::timestamptz`
  const listed = sql`unnest(${sql.param(emails.filter(Boolean))}::text[]) as listed (email)`
  if (status === 'approved') {
    await tx.execute(sql`delete from webinar_denials d using ${listed}
      where ${numberOf(sql`d.webinar_id`)} = ${webinarId} and d.denied_at <= ${moment}
        and d.address_hash = any(greenroom_address_hashes(listed.email))`)
    return
  }
  await tx.execute(sql`insert into webinar_denials (webinar_id, address_hash, denied_at)
    select distinct m.webinar_id, greenroom_address_hash(listed.email), ${moment}
    from zoom_webinar_mappings m cross join ${listed}
    where ${numberOf(sql`m.webinar_id`)} = ${webinarId}
    on conflict (webinar_id, address_hash)
      do update set denied_at = greatest(webinar_denials.denied_at, excluded.denied_at)`)
}

/**
 * Returns an SQL condition for rows `d`, which store that the host of a webinar denied a person: the row is about the
 * person of this registration.
 */
export function isDenialOf(registrationId: number, webinarId: SQL) {
  return sql`d.webinar_id = ${webinarId} and d.address_hash = any(greenroom_address_hashes((
    select u.email from event_registrations r join users u on u.id = r.user_id
    where r.id = ${registrationId})))`
}

type Seat = { registrationId: number; email: string; state: WebinarSeatState; knownAt: number }

/**
 * Locks the registration in Zoom with Zoom's registrant id, else the one with the email. `knownAt` is the time of the
 * stored status; without a status, the time of the registration.
 */
async function lockWebinarSeat(
  tx: Transaction,
  { webinarId, registrantId, email }: ToldStatus,
): Promise<Seat | undefined> {
  const { rows } = await tx.execute<Seat>(sql`
    select s.registration_id as "registrationId", u.email, s.state, floor(1000 *
      extract(epoch from coalesce(s.status_at, s.seated_at, r.created_at)))::float8 as "knownAt"
    from webinar_seats s
    join event_registrations r on r.id = s.registration_id
    join users u on u.id = r.user_id
    where ${numberOf(sql`s.webinar_id`)} = ${webinarId}
      and (r.zoom_registration_id = ${registrantId} or u.email = ${email})
    order by (r.zoom_registration_id = ${registrantId}) desc nulls last
    limit 1 for update of s`)
  return rows[0]
}

/** SQL condition: the registrant's stored status has not changed since the row was read, or is older than `at`. */
export function hasNoNewerStatus({ statusAt }: { statusAt: Date | null }, at: Date): SQL {
  const begun = sql`${statusAt?.toISOString() ?? null}::timestamptz`
  return sql`(${webinarSeats.statusAt} is not distinct from ${begun}
    or ${webinarSeats.statusAt} <= ${at.toISOString()}::timestamptz)`
}

/** Returns the columns to store for a registrant as listed by Zoom; one that is not listed is treated as denied. */
export function changesOf(
  registrant: Registrant | undefined,
  { isDeniedByHost, now }: { isDeniedByHost: boolean; now: Date },
): WebinarSeatChanges {
  const { status, joinUrl } = registrant ?? { status: 'denied' as const }
  if (status === 'approved' && joinUrl !== undefined) {
    return { state: 'seated', joinUrl, seatedAt: now, lastError: null }
  }
  const unseated = { joinUrl: null, seatedAt: null }
  const lastError = isDeniedByHost ? deniedInZoom : 'Cancelled or denied in Zoom'
  return status === 'denied'
    ? { ...unseated, state: 'withdrawn', lastError }
    : { ...unseated, state: 'pending', lastError: 'Waits for the host’s approval in Zoom' }
}
