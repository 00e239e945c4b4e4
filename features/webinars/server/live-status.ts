import { sql, type SQL, type SQLWrapper, eq } from 'drizzle-orm'
import { countedStarts } from '#features/events/rules.ts'
import type { EventRow } from '#features/events/server/event-rows.ts'
import { eventStart, type TimeContext } from '#kernel/event-time.ts'
import type { Transaction } from '#platform/db/open.ts'
import { events } from '#schema/events.ts'
import { recordEvents } from '#platform/domain-events/record-events.ts'
import { zoomWebinarMappings, liveStates, attendanceMarks } from '#schema/webinars.ts'
import { markAttended } from './attendance-time.ts'

/**
 * Returns SQL for the number of a webinar or meeting in the form in which Zoom's webhooks contain it: without spaces,
 * hyphens and the prefix `meeting:`. A webinar and a meeting never have the same number.
 */
export function numberOf(room: SQLWrapper): SQL {
  return sql`regexp_replace(${room}, '^meeting:|[\\s-]', '', 'g')`
}

/**
 * Returns the event to which a Zoom webhook belongs. Of several events with the same recurring webinar, returns the one
 * nearest to the time `at`. Undefined outside of all events, such as for a rehearsal.
 */
async function findLiveEvent(
  tx: Transaction,
  providerId: string,
  at: Date,
  timeZone: string,
): Promise<EventRow | undefined> {
  const mapped = await tx
    .select({ event: events })
    .from(zoomWebinarMappings)
    .innerJoin(events, eq(events.id, zoomWebinarMappings.eventId))
    .where(sql`${numberOf(zoomWebinarMappings.webinarId)} = ${providerId}`)
  const distance = (event: EventRow) => Math.abs(eventStart(event)!.getTime() - at.getTime())
  const [nearest] = mapped
    .map(({ event }) => event)
    .filter((event) => {
      const counted = countedStarts(event, timeZone)
      return counted !== undefined && counted.from <= at && at < counted.until
    })
    .toSorted((a, b) => distance(a) - distance(b))
  return nearest
}

type Told = { what: 'started' | 'ended'; at: Date }

/** Stores the time at which an event's webinar or meeting started or ended. The webhooks may arrive in any order. */
export async function noteLiveState(
  tx: Transaction,
  providerId: string,
  { what, at }: Told,
  { timeZone }: TimeContext,
): Promise<void> {
  const nearest = await findLiveEvent(tx, providerId, at, timeZone)
  if (!nearest) return
  const moment = what === 'started' ? { startedAt: at } : { endedAt: at }
  const column = what === 'started' ? liveStates.startedAt : liveStates.endedAt
  const latest = sql`greatest(${column}, ${at.toISOString()}::timestamptz)`
  await tx
    .insert(liveStates)
    .values({ eventId: nearest.id, ...moment })
    .onConflictDoUpdate({
      target: liveStates.eventId,
      set: what === 'started' ? { startedAt: latest } : { endedAt: latest },
    })
  await recordEvents(tx, [{ type: 'event.live_changed', eventId: nearest.id }], 'provider')
}

/** A join or leave reported by Zoom; `registrantId` is empty for participants who are not registered in Zoom. */
type Presence = { what: 'joined' | 'left'; registrantId: string; email: string; at: Date }

/**
 * Records that a registrant joined or left an event. Ignores repeated webhooks, rehearsals and participants who are
 * not registered.
 */
export async function notePresence(
  tx: Transaction,
  providerId: string,
  { what, registrantId, email, at }: Presence,
  { timeZone }: TimeContext,
): Promise<void> {
  const event = await findLiveEvent(tx, providerId, at, timeZone)
  if (!event) return
  const registrationId = await findRegistrant(tx, event.id, { registrantId, email })
  if (registrationId === undefined) return
  await tx
    .insert(attendanceMarks)
    .values({ registrationId, source: 'told', at, step: what === 'joined' ? 1 : -1 })
    .onConflictDoNothing()
  if (what === 'joined') await markAttended(tx, sql`${registrationId}::int`)
}

/** Finds a registration by the registrant's id at Zoom, else by email. Names are not compared. */
async function findRegistrant(
  tx: Transaction,
  eventId: number,
  { registrantId, email }: Pick<Presence, 'registrantId' | 'email'>,
): Promise<number | undefined> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    select r.id from event_registrations r left join users u on u.id = r.user_id
    where r.event_id = ${eventId}
      and (r.zoom_registration_id = ${registrantId} or u.email = ${email})
    order by (r.zoom_registration_id = ${registrantId}) desc nulls last
    limit 1`)
  return rows[0]?.id
}
