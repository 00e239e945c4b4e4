import { and, eq, inArray, like, sql } from 'drizzle-orm'
import type { OutboxEntryRow } from '#shared/contract/messages.ts'
import { writeAuditEntry, type Actor } from '#server/audit/record-act.ts'
import type { Db } from '#server/db/open.ts'
import { outboxEntries } from '#server/db/tables/messages.ts'
import { people } from '#server/db/tables/people.ts'
import type { Jobs } from '#server/jobs/create-jobs.ts'
import { Refusal } from '#server/refusal.ts'
import { addOutboxEntries } from './add-deliveries.ts'
import { makeResendKey } from './again-occasion.ts'
import { readOutboxEntry } from './list-deliveries.ts'

/**
 * Sends somebody anew what they were sent before: a mail of its own, so that no mailbox takes it for the
 * first one. Whether it is still to be told is judged when it is sent. Throws 404, and 409 for what was
 * not sent, for a code, and while one is on its way already.
 */
export async function sendAgain(
  db: Db,
  jobs: Pick<Jobs, 'send'>,
  id: number,
  { actor, now }: { actor: Actor; now: Date },
): Promise<OutboxEntryRow> {
  const table = outboxEntries
  const newId = await db.transaction(async (tx) => {
    const [sent] = await tx.select().from(table).where(eq(table.id, id)).for('update')
    if (!sent) throw new Refusal('no_such_message')
    const { kind, email, eventId, dedupeKey } = sent
    if (sent.state !== 'sent' && sent.state !== 'kept') {
      throw refuse(`This message was not sent: it is ${sent.state}`)
    }
    if (kind === 'sign_in_code')
      throw refuse('A code holds for ten minutes: a new one is asked for')
    const same = and(
      eq(table.kind, kind),
      eq(table.email, email),
      sql`${table.eventId} is not distinct from ${eventId}`,
    )
    const open = and(
      same,
      like(table.dedupeKey, '%again %'),
      inArray(table.state, ['waiting', 'sending']),
    )
    if ((await tx.$count(table, open)) > 0) throw refuse('It is on its way already')
    const wanted = { kind, email, dedupeKey: makeResendKey(dedupeKey, now), createdAt: now }
    await addOutboxEntries(tx, jobs, [eventId === null ? wanted : { ...wanted, eventId }])
    const [added] = await tx
      .select({ id: table.id })
      .from(table)
      .where(and(same, eq(table.dedupeKey, wanted.dedupeKey)))
    const [person] = await tx.select().from(people).where(eq(people.email, email))
    const details = { mail: kind }
    await writeAuditEntry(tx, actor, {
      action: 'mail_sent_again',
      subject: person?.key,
      details,
      now,
    })
    return added!.id
  })
  const { kept: _, ...outboxEntry } = await readOutboxEntry(db, newId)
  return outboxEntry
}

function refuse(message: string) {
  return new Refusal('nothing_to_repeat', { message })
}
