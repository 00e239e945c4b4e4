import type { EventChanges, EventForm } from '#features/events/contract.ts'
import { changeEvent, createEvent } from '#features/events/server/edit-event.ts'
import {
  keepChangedPictures,
  keepPictures,
  type KeepPicture,
} from '#features/events/server/event-fields.ts'
import { readSeatsLeft } from '#features/events/server/read-events.ts'
import { holdMails } from '#features/mails/server/held-mails.ts'
import type { MailKinds } from '#features/mails/server/mail-kind.ts'
import { confirmInOrder } from '#features/waitlist/server/confirm-in-order.ts'
import { settleWaitlist } from '#features/waitlist/server/seats.ts'
import type { AdminEvent } from '#kernel/event-shapes.ts'
import type { TimeContext } from '#kernel/event-time.ts'
import type { Actor } from '#platform/audit/write-audit-entry.ts'
import type { Db, Transaction } from '#platform/db/open.ts'
import type { JobSender } from '#platform/jobs/jobs.ts'

/**
 * `keep` downloads a picture from another site and stores it. It runs before the transaction, so that no database row
 * is locked during the download.
 */
type Context = TimeContext & { actor: Actor; kinds: MailKinds; keep: KeepPicture }

/** Creates an event, and delays the resulting mails for two minutes. Throws 400 with the names of invalid fields. */
export async function saveNewEvent(
  db: Db | Transaction,
  form: EventForm,
  { kinds, keep, ...context }: Context,
): Promise<AdminEvent> {
  const pictures = await keepPictures(form, undefined, keep)
  return db.transaction(async (tx) => {
    const saved = await createEvent(tx, form, { ...context, pictures })
    await holdMails(tx, kinds, saved, context)
    return saved.shown
  })
}

/**
 * Changes an event, and delays the resulting mails for two minutes. If the capacity increased, offers the new seats to
 * the waiting list. Throws the errors of `changeEvent`.
 */
export async function saveEvent(
  db: Db | Transaction,
  eventId: number,
  changes: EventChanges,
  { kinds, keep, jobs, ...context }: Context & { jobs: JobSender },
): Promise<AdminEvent> {
  const pictures = await keepChangedPictures(db, eventId, changes, keep)
  return db.transaction(async (tx) => {
    const saved = await changeEvent(tx, eventId, changes, { ...context, pictures })
    await confirmInOrder(tx, saved, context)
    await holdMails(tx, kinds, saved, context)
    await settleWaitlist(tx, jobs, saved.after, context.now)
    const seatsLeft = await readSeatsLeft(tx, eventId)
    return seatsLeft === null ? saved.shown : { ...saved.shown, seatsLeft }
  })
}
