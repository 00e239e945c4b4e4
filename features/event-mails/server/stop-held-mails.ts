import { eq } from 'drizzle-orm'
import {
  deleteHeldMails,
  lockHeldMails,
  releaseHeldMails,
  stopHeldMails as stopForAll,
} from '#features/mails/server/held-mails.ts'
import type { MailKinds } from '#features/mails/server/mail-kind.ts'
import type { TimeContext } from '#kernel/event-time.ts'
import { type Actor, writeAuditEntry } from '#platform/audit/write-audit-entry.ts'
import type { Db, Transaction } from '#platform/db/open.ts'
import type { JobSender } from '#platform/jobs/jobs.ts'
import { events } from '#schema/events.ts'
import { saveEvent } from './save-event.ts'

type Held = Awaited<ReturnType<typeof lockHeldMails>>

/**
 * Stops the mails that a save caused, for all recipients or, if some were sent already, for none. With
 * `restore`, also resets the event's fields that caused them. Throws 404; 409 with the number of sent mails;
 * and 409 if the event was saved again and should be reset.
 */
export async function stopHeldMails(
  db: Db,
  id: number,
  restore: boolean,
  { kinds, actor, ...time }: TimeContext & { kinds: MailKinds; actor: Actor },
) {
  return db.transaction(async (tx) => {
    const held = await lockHeldMails(tx, id)
    if (restore) await restoreFields(tx, held, { ...time, actor, kinds })
    else await stopForAll(tx, kinds, held, time)
    await noteDeed(tx, 'mails_stopped', held, { actor, now: time.now })
    return present(held)
  })
}

/**
 * Sends held mails with the next sweep, which it requests. Throws 404, and 409 with the number of sent
 * mails.
 */
export async function sendHeldMails(
  db: Db,
  id: number,
  { jobs, actor, now }: { jobs: JobSender; actor: Actor; now: Date },
) {
  return db.transaction(async (tx) => {
    const held = await lockHeldMails(tx, id)
    await releaseHeldMails(tx, id, now)
    await noteDeed(tx, 'mails_sent_now', held, { actor, now })
    await jobs.send(tx, 'sweep', [{}])
    return present({ ...held, goesAt: now })
  })
}

/** Saves the former values as a regular save, based on the version that the causing save produced. */
async function restoreFields(
  tx: Transaction,
  { eventId, before, savedAt }: Held,
  context: TimeContext & { actor: Actor; kinds: MailKinds },
) {
  await deleteHeldMails(tx, eventId)
  if (!before) return
  const { calendarSequence: _, ...fields } = before
  await saveEvent(
    tx,
    eventId,
    { ...fields, updatedAt: savedAt.toISOString() },
    { ...context, keep: (address) => Promise.resolve(address) },
  )
}

async function noteDeed(
  tx: Transaction,
  action: 'mails_stopped' | 'mails_sent_now',
  { eventId, kind, count }: Held,
  { actor, now }: { actor: Actor; now: Date },
) {
  const [event] = await tx.select().from(events).where(eq(events.id, eventId))
  const details = { eventId, mail: kind, people: count }
  await writeAuditEntry(tx, actor, { action, subject: event?.title, details, now })
}

function present({ id, kind, eventId, count, goesAt }: Held) {
  return { id, kind, eventId, count, goesAt: goesAt.toISOString() }
}
