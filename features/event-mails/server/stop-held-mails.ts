import { eq } from 'drizzle-orm'
import {
  forgetHeldMails,
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
 * Stops what a save caused by mail, for all of its people or, too late, for none; with `restore` the event's
 * fields that caused it are put back as well. Throws 404, 409 with how many went, and 409 where somebody
 * saved the event since it was to be put back. Specification, "Mails".
 */
export async function stopHeldMails(
  db: Db,
  id: number,
  restore: boolean,
  { kinds, actor, ...time }: TimeContext & { kinds: MailKinds; actor: Actor },
) {
  return db.transaction(async (tx) => {
    const held = await lockHeldMails(tx, id)
    if (restore) await putBack(tx, held, { ...time, actor, kinds })
    else await stopForAll(tx, kinds, held, time)
    await noteDeed(tx, 'mails_stopped', held, { actor, now: time.now })
    return present(held)
  })
}

/** Sends what is held with the sweep that this asks for. Throws 404, and 409 with how many went already. */
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

/** What was there before is saved as anybody would save it, against the moment of the save that caused it. */
async function putBack(
  tx: Transaction,
  { eventId, before, savedAt }: Held,
  context: TimeContext & { actor: Actor; kinds: MailKinds },
) {
  await forgetHeldMails(tx, eventId)
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
