import { eq } from 'drizzle-orm'
import {
  deleteHeldMails,
  lockHeldMails,
  releaseHeldMails,
  stopHeldMails as stopForAll,
} from '#features/mails/server/held-mails.ts'
import { isTimed } from '#features/mails/server/hold-until.ts'
import type { MailKinds } from '#features/mails/server/mail-kind.ts'
import type { TimeContext } from '#kernel/event-time.ts'
import { type Actor, writeAuditEntry } from '#platform/audit/write-audit-entry.ts'
import type { Db, Transaction } from '#platform/db/open.ts'
import type { JobSender } from '#platform/jobs/jobs.ts'
import { events } from '#schema/events.ts'
import { saveEvent } from './save-event.ts'

type Held = Awaited<ReturnType<typeof lockHeldMails>>

/**
 * Stops the delayed mails of a save for all recipients. With `restore`, also resets the event to its state before that
 * save. Throws 404 for an unknown id, 409 with the number of sent mails if they are not delayed any more, and 409 if
 * the event to reset was saved again.
 */
export async function stopHeldMails(
  db: Db,
  id: number,
  restore: boolean,
  {
    kinds,
    actor,
    jobs,
    ...time
  }: TimeContext & { kinds: MailKinds; actor: Actor; jobs: JobSender },
) {
  return db.transaction(async (tx) => {
    const held = await lockHeldMails(tx, id)
    if (restore && !isTimed(kinds, held.kind))
      await restoreFields(tx, held, { ...time, actor, kinds, jobs })
    else await stopForAll(tx, kinds, held, time)
    await noteDeed(tx, 'mails_stopped', held, { actor, now: time.now })
    return present(held)
  })
}

/**
 * Ends the delay of mails, and queues a job that sends them. Throws 404 for an unknown id, and 409 with the number of
 * sent mails if they are not delayed any more.
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

/** Resets the event to its state before the save that caused the mails. Fails if the event was saved again since. */
async function restoreFields(
  tx: Transaction,
  { eventId, before, savedAt }: Held,
  context: TimeContext & { actor: Actor; kinds: MailKinds; jobs: JobSender },
) {
  const { kinds } = context
  await deleteHeldMails(tx, kinds, eventId)
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
