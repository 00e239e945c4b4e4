import { eq, sql } from 'drizzle-orm'
import type { TimeContext } from '#kernel/event-time.ts'
import { changeReminders, usualReminders } from '#kernel/reminder-times.ts'
import { causeOf, type Actor, writeAuditEntry } from '#platform/audit/write-audit-entry.ts'
import type { Db, Transaction } from '#platform/db/open.ts'
import { eventDefaults } from '#schema/event-defaults.ts'
import { events } from '#schema/events.ts'
import { lockEvent, unknownEvent } from './event-rows.ts'
import { updateEvent } from './write-events.ts'

type Context = TimeContext & { actor: Actor }

/** Returns the series' reminder times, in minutes before the start; they cannot change until the transaction ends. */
export async function lockSeriesReminders(tx: Transaction): Promise<number[]> {
  const [row] = await tx
    .select({ minutes: eventDefaults.reminderMinutes })
    .from(eventDefaults)
    .for('share')
  return row?.minutes ?? [...usualReminders]
}

/** Returns an event's reminder times and those of the series. Throws 404 for an unknown event. */
export async function readEventReminders(db: Db | Transaction, eventId: number) {
  const [event] = await db
    .select({ minutes: events.reminderMinutes, isOwn: events.hasOwnReminders })
    .from(events)
    .where(eq(events.id, eventId))
  if (!event) throw unknownEvent(eventId)
  const [series] = await db.select({ minutes: eventDefaults.reminderMinutes }).from(eventDefaults)
  return { ...event, seriesMinutes: series?.minutes ?? [...usualReminders] }
}

/** Sets an event's own reminder times; with null, it follows the series again. Throws 404 for an unknown event. */
export async function changeEventReminders(
  db: Db,
  eventId: number,
  minutes: number[] | null,
  { actor, ...time }: Context,
) {
  return db.transaction(async (tx) => {
    const seriesMinutes = await lockSeriesReminders(tx)
    const { event } = await lockEvent(tx, eventId)
    const changes = changeReminders(event, minutes ?? seriesMinutes, time.now)
    const hasOwnReminders = minutes !== null
    const context = { ...time, cause: causeOf(actor) }
    const after = await updateEvent(tx, event, { ...changes, hasOwnReminders }, context)
    const isSame =
      hasOwnReminders === event.hasOwnReminders &&
      after.reminderMinutes.join() === event.reminderMinutes.join()
    if (!isSame) {
      const details = { eventId, fields: ['reminders'] }
      const entry = {
        action: 'event_changed',
        subject: event.title,
        details,
        now: time.now,
      } as const
      await writeAuditEntry(tx, actor, entry)
    }
    return readEventReminders(tx, eventId)
  })
}

/** Gives the series' reminder times to every event that has none of its own and is not over. */
export async function applySeriesReminders(
  tx: Transaction,
  minutes: number[],
  { actor, ...time }: Context,
): Promise<void> {
  const rows = await tx
    .select()
    .from(events)
    .where(
      sql`not ${events.hasOwnReminders} and (${events.endsAt} is null or ${events.endsAt} > ${time.now.toISOString()}::timestamptz)`,
    )
    .orderBy(events.id)
    .for('no key update')
  const context = { ...time, cause: causeOf(actor) }
  for (const event of rows) {
    if (event.reminderMinutes.join() === minutes.join()) continue
    await updateEvent(tx, event, changeReminders(event, minutes, time.now), context)
  }
}
