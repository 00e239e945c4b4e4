import type { EventChanges, EventForm } from '#features/events/contract.ts'
import { changeEvent, createEvent, type SavedEvent } from '#features/events/server/edit-event.ts'
import { keepChangedPictures, keepPictures } from '#features/events/server/event-fields.ts'
import type { EventRow } from '#features/events/server/event-rows.ts'
import { type CausedMail, listCausedMails } from '#features/mails/server/held-mails.ts'
import type { MailKinds } from '#features/mails/server/mail-kind.ts'
import { confirmInOrder } from '#features/waitlist/server/confirm-in-order.ts'
import type { TimeContext } from '#kernel/event-time.ts'
import type { Db, Transaction } from '#platform/db/open.ts'

class Tried extends Error {}

export type TriedSaving = { event: EventRow; mails: CausedMail[] }

type TryContext = TimeContext & { kinds: MailKinds }

/** Replaces the function that downloads pictures from other sites, because a preview must not download anything. */
const keep = (address: string) => Promise.resolve(address)

/**
 * Saves changes of an event in a transaction that is rolled back. Returns the changed event and the mails that
 * saving would cause, so that a preview follows the same rules as saving. Throws the errors that saving would
 * throw.
 */
export function trySaving(
  db: Db,
  eventId: number,
  changes: EventChanges,
  { kinds, ...time }: TryContext,
): Promise<TriedSaving> {
  return rollBack(db, { kinds, ...time }, async (tx) => {
    const pictures = await keepChangedPictures(tx, eventId, changes, keep)
    const saved = await changeEvent(tx, eventId, changes, { ...time, actor: null, pictures })
    await confirmInOrder(tx, saved, { actor: null })
    return saved
  })
}

/**
 * Creates an event in a transaction that is rolled back; returns the event and the mails that creating it would
 * cause.
 */
export function tryCreating(
  db: Db,
  form: EventForm,
  { kinds, ...time }: TryContext,
): Promise<TriedSaving> {
  return rollBack(db, { kinds, ...time }, async (tx) => {
    const pictures = await keepPictures(form, undefined, keep)
    return createEvent(tx, form, { ...time, actor: null, pictures })
  })
}

async function rollBack(
  db: Db,
  { kinds, ...time }: TryContext,
  save: (tx: Transaction) => Promise<SavedEvent>,
): Promise<TriedSaving> {
  let tried: TriedSaving | undefined
  try {
    await db.transaction(async (tx) => {
      const saved = await save(tx)
      tried = { event: saved.after, mails: await listCausedMails(tx, kinds, saved, time) }
      throw new Tried()
    })
  } catch (error) {
    if (!(error instanceof Tried)) throw error
  }
  return tried!
}
