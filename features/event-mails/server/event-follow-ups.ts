import { eq } from 'drizzle-orm'
import type { EventFollowUps } from '#features/event-mails/contract.ts'
import { type EventRow, lockEvent, unknownEvent } from '#features/events/server/event-rows.ts'
import { updateEvent } from '#features/events/server/write-events.ts'
import { deleteHolds } from '#features/mails/server/hold-until.ts'
import type { TimeContext } from '#kernel/event-time.ts'
import { followUpKinds } from '#kernel/mail-kinds.ts'
import { causeOf, type Actor, writeAuditEntry } from '#platform/audit/write-audit-entry.ts'
import type { Db, Transaction } from '#platform/db/open.ts'
import { eventDefaults } from '#schema/event-defaults.ts'
import { events } from '#schema/events.ts'

/**
 * Returns the follow-up mails that the series sends after an event, and their time of day. Those that were switched on
 * after the event ended are left out.
 */
export async function readSeriesFollowUps(db: Db | Transaction, { endsAt }: EventRow) {
  const [series] = await db.select().from(eventDefaults)
  const since = { thank_you: series?.thankYouSince, missed_you: series?.missedYouSince }
  const isSent = (from: Date | null | undefined) => Boolean(from && (!endsAt || endsAt > from))
  return {
    kinds: followUpKinds.filter((kind) => isSent(since[kind])),
    timeOfDay: series?.followUpTime ?? '10:00',
  }
}

/** Throws 404 for an unknown event. */
export async function readEventFollowUps(
  db: Db | Transaction,
  eventId: number,
): Promise<EventFollowUps> {
  const [event] = await db.select().from(events).where(eq(events.id, eventId))
  if (!event) throw unknownEvent(eventId)
  return { sends: event.sendsFollowUps, ...(await readSeriesFollowUps(db, event)) }
}

/**
 * Switches the follow-up mails of one event on or off. Switching them off deletes their holds, so that the next sweep
 * sends the mail about the recording alone. Throws 404 for an unknown event.
 */
export async function changeEventFollowUps(
  db: Db,
  eventId: number,
  sends: boolean,
  { actor, ...time }: TimeContext & { actor: Actor },
): Promise<EventFollowUps> {
  return db.transaction(async (tx) => {
    const { event } = await lockEvent(tx, eventId)
    if (event.sendsFollowUps !== sends) {
      await updateEvent(tx, event, { sendsFollowUps: sends }, { ...time, cause: causeOf(actor) })
      const { title: subject } = event
      const details = { eventId, fields: ['followUps'] }
      await writeAuditEntry(tx, actor, { action: 'event_changed', subject, details, now: time.now })
    }
    if (!sends) await deleteHolds(tx, eventId, followUpKinds)
    return readEventFollowUps(tx, eventId)
  })
}
