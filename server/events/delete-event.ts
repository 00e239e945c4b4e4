import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { TimeContext } from '#shared/time-context.ts'
import { writeAuditEntry, type Actor } from '#server/audit/record-act.ts'
import type { Db, Transaction } from '#server/db/open.ts'
import { events } from '#server/db/tables/events.ts'
import { eventRegistrations } from '#server/db/tables/people.ts'
import { memberPageAccess } from '#server/db/tables/sessions.ts'
import { Refusal } from '#server/refusal.ts'
import type { EventRow } from './event-row.ts'
import { unknownEvent } from './lock-event.ts'

/** How many people still have to be told that an event is cancelled. */
export type CountUntold = (tx: Transaction, event: EventRow, time: TimeContext) => Promise<number>

/**
 * Deletes an event. One that people registered for must be cancelled first and is deleted only with
 * their number given, and once they were told: the mails about it go with it. Otherwise throws 409 with
 * what is in the way. Usage rows keep the title. Specification, "Events".
 */
export async function deleteEvent(
  db: Db,
  eventId: number,
  {
    confirmed,
    actor,
    countUntold,
    ...time
  }: TimeContext & { confirmed?: number; actor: Actor; countUntold: CountUntold },
): Promise<{ id: number; registrations: number }> {
  return db.transaction(async (tx) => {
    const [event] = await tx.select().from(events).where(eq(events.id, eventId)).for('update')
    if (!event) throw unknownEvent(eventId)
    const registrations = await countRegistrations(tx, eventId)
    const isCancelled = event.cancelledAt !== null
    if (registrations > 0 && !(isCancelled && confirmed === registrations)) {
      throw new Refusal('event_has_registrations', {
        message: describeRefusal(registrations, isCancelled),
        registrations,
        isCancelled,
      })
    }
    const untold = await countUntold(tx, event, time)
    if (untold > 0) {
      throw new Refusal('people_untold', {
        message: describeUntold(untold),
        registrations,
        isCancelled,
        untold,
      })
    }
    await forgetEvent(tx, event)
    const details = { eventId, registrations }
    const act = { action: 'event_deleted', subject: event.title, details, now: time.now } as const
    await writeAuditEntry(tx, actor, act)
    return { id: eventId, registrations }
  })
}

export async function countRegistrations(tx: Transaction, eventId: number) {
  return tx.$count(
    eventRegistrations,
    and(eq(eventRegistrations.eventId, eventId), isNotNull(eventRegistrations.userId)),
  )
}

function describeRefusal(registrations: number, isCancelled: boolean) {
  const held = registrations === 1 ? '1 registration' : `${registrations} registrations`
  return isCancelled
    ? `This event has ${held}, which would be deleted with it. Repeat with ?registrations=${registrations}.`
    : `This event has ${held}. Cancel it first.`
}

/**
 * What stands in the way of deleting a cancelled event while its cancellation is still being told.
 */
export function describeUntold(untold: number) {
  const people = untold === 1 ? '1 person has' : `${untold} people have`
  return `${people} not been told yet that it is cancelled. It can be deleted once their mails are out.`
}

/** Removes a row that is held already, with everything that would be in its way. */
export async function forgetEvent(
  tx: Transaction,
  event: { id: number; title: string },
): Promise<void> {
  await tx
    .update(memberPageAccess)
    .set({ videoTitle: sql`coalesce(nullif(${memberPageAccess.videoTitle}, ''), ${event.title})` })
    .where(eq(memberPageAccess.videoId, event.id))
  // Access without an event is what stays; where somebody has that already, this row says nothing more.
  await tx.execute(sql`delete from video_access gone using video_access kept
    where gone.event_id = ${event.id} and kept.email = gone.email and kept.event_id is null`)
  await tx.delete(events).where(eq(events.id, event.id))
}
