import { sql } from 'drizzle-orm'
import type { TimeContext } from '#shared/time-context.ts'
import type { Transaction } from '#server/db/open.ts'
import { attendanceMarks } from '#server/db/tables/attendance.ts'
import { findHeldEvent } from './find-evening.ts'
import { noteCame } from './note-came.ts'

/** Whom Zoom saw come or go; `registrantId` is empty for whoever did not register. */
export type Presence = { what: 'joined' | 'left'; registrantId: string; email: string; at: Date }

/**
 * Notes that a registrant came into an event or went. What Zoom tells of twice, or of a guest without
 * registration, or of a rehearsal, changes nothing. Specification, "Who came".
 */
export async function notePresence(
  tx: Transaction,
  providerId: string,
  { what, registrantId, email, at }: Presence,
  { timeZone }: TimeContext,
): Promise<void> {
  const event = await findHeldEvent(tx, providerId, at, timeZone)
  if (!event) return
  const registrationId = await findRegistrant(tx, event.id, { registrantId, email })
  if (registrationId === undefined) return
  await tx
    .insert(attendanceMarks)
    .values({ registrationId, source: 'told', at, step: what === 'joined' ? 1 : -1 })
    .onConflictDoNothing()
  if (what === 'joined') await noteCame(tx, sql`${registrationId}::int`)
}

/** Known by Zoom's id, else by e-mail; never by name. */
async function findRegistrant(
  tx: Transaction,
  eventId: number,
  { registrantId, email }: Pick<Presence, 'registrantId' | 'email'>,
): Promise<number | undefined> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    select r.id from event_registrations r left join users u on u.id = r.user_id
    where r.event_id = ${eventId}
      and (r.zoom_registration_id = ${registrantId} or u.email = ${email.trim().toLowerCase()})
    order by (r.zoom_registration_id = ${registrantId}) desc nulls last
    limit 1`)
  return rows[0]?.id
}
