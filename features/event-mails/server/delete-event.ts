import { eq } from 'drizzle-orm'
import { countRegistrations, deleteEventRows } from '#features/events/server/delete-event.ts'
import { unknownEvent } from '#features/events/server/event-rows.ts'
import type { MailKinds } from '#features/mails/server/mail-kind.ts'
import type { TimeContext } from '#kernel/event-time.ts'
import { writeCount } from '#kernel/write-count.ts'
import { causeOf, type Actor } from '#platform/audit/write-audit-entry.ts'
import type { Db } from '#platform/db/open.ts'
import { Refusal } from '#platform/errors/refusal.ts'
import { events } from '#schema/events.ts'
import { countUntold } from './cancellation-mails.ts'

/**
 * Deletes an event. If the event has registrations, it must be cancelled first, `confirmed` must equal their
 * number, and the cancellation mails must be sent, because deletion also deletes waiting mails. Otherwise
 * throws 409 with the obstacle.
 */
export async function deleteEvent(
  db: Db,
  eventId: number,
  {
    confirmed,
    actor,
    kinds,
    ...time
  }: TimeContext & { confirmed?: number; actor: Actor; kinds: MailKinds },
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
    const untold = await countUntold(tx, kinds, event, time)
    if (untold > 0) {
      throw new Refusal('people_untold', {
        message: describePendingCancellations(untold),
        registrations,
        isCancelled,
        untold,
      })
    }
    const deed = { actor, now: time.now }
    await deleteEventRows(tx, event, { cause: causeOf(actor), registrations, deed })
    return { id: eventId, registrations }
  })
}

function describeRefusal(registrations: number, isCancelled: boolean) {
  const count = writeCount(registrations, 'registration')
  return isCancelled
    ? `This event has ${count}, which are deleted with it. To confirm, repeat with ?registrations=${registrations}.`
    : `This event has ${count}. Cancel it before you delete it.`
}

/** Returns the message that a cancelled event cannot be deleted while its cancellation mails are being sent. */
export function describePendingCancellations(untold: number) {
  const people = writeCount(untold, 'person has', 'people have')
  return `${people} not received the cancellation email yet. You can delete the event when it is sent.`
}
