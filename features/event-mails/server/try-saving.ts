import type { EventChanges, EventForm } from '#features/events/contract.ts'
import { changeEvent, createEvent } from '#features/events/server/edit-event.ts'
import type { EventRow } from '#features/events/server/event-rows.ts'
import { type CausedMail, listCausedMails } from '#features/mails/server/held-mails.ts'
import type { MailKinds } from '#features/mails/server/mail-kind.ts'
import type { TimeContext } from '#kernel/event-time.ts'
import type { Db, Transaction } from '#platform/db/open.ts'

class Tried extends Error {}

export type TriedSaving = { event: EventRow; mails: CausedMail[] }

type TryContext = TimeContext & { kinds: MailKinds }
type SaveContext = Parameters<typeof createEvent>[2]

/**
 * Saves these changes in a transaction that is taken back, and answers the event as it would be and what
 * that would cause by mail: what is said before is counted by what counts afterwards. Throws what saving
 * would throw.
 */
export function trySaving(
  db: Db,
  eventId: number,
  changes: EventChanges,
  context: TryContext,
): Promise<TriedSaving> {
  return takeBack(db, context, (tx, within) => changeEvent(tx, eventId, changes, within))
}

/** The same of an event that is created. */
export function tryCreating(db: Db, form: EventForm, context: TryContext): Promise<TriedSaving> {
  return takeBack(db, context, (tx, within) => createEvent(tx, form, within))
}

async function takeBack(
  db: Db,
  { kinds, ...time }: TryContext,
  save: (tx: Transaction, context: SaveContext) => Promise<unknown>,
): Promise<TriedSaving> {
  let tried: TriedSaving | undefined
  try {
    await db.transaction(async (tx) => {
      await save(tx, {
        ...time,
        actor: null,
        keep: (address) => Promise.resolve(address),
        async afterSave(within, saved) {
          const mails = await listCausedMails(within, kinds, saved, time)
          tried = { event: saved.after, mails }
        },
      })
      throw new Tried()
    })
  } catch (error) {
    if (!(error instanceof Tried)) throw error
  }
  return tried!
}
