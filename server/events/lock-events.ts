import { asc, sql } from 'drizzle-orm'
import { isFinished } from '#shared/event-time.ts'
import type { TimeContext } from '#shared/time-context.ts'
import type { Transaction } from '#server/db/open.ts'
import { prepared, type Slots } from '#server/db/prepared.ts'
import { events } from '#server/db/tables/events.ts'
import { invalidInput, Refusal } from '#server/refusal.ts'
import type { EventRow } from './event-row.ts'

const readLocked = prepared('lock_events', (db, of: Slots<{ ids: number[] }>) =>
  db
    .select()
    .from(events)
    .where(sql`${events.id} = any(${of.ids}::integer[])`)
    .orderBy(asc(events.id))
    .for('share'),
)

/**
 * Reads events for a registration and holds them as they are until it is written, so that nobody
 * registers for an event that is being cancelled. In the order of `ids`; throws 404 for an unknown id.
 */
export async function lockEvents(tx: Transaction, ids: number[]): Promise<EventRow[]> {
  if (ids.length === 0) return []
  const rows = await readLocked(tx, { ids })
  return ids.map((id) => {
    const row = rows.find((candidate) => candidate.id === id)
    if (row) return row
    const message = 'This event is no longer on the programme. Please choose another one.'
    throw invalidInput([{ field: 'eventId', message }], 'unknown_event')
  })
}

/** Throws the 409 of Specification, "Events", if one of them has ended or is cancelled. */
export function refuseFinished(rows: EventRow[], { now, timeZone }: TimeContext) {
  if (!rows.some((event) => isFinished(event, now, timeZone))) return
  throw new Refusal('event_finished', { eventStatus: 'finished', suggestFutureEvents: true })
}
