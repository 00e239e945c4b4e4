import { eq, sql } from 'drizzle-orm'
import type { OutboxEntryRow } from '#shared/contract/messages.ts'
import { outboxEntryStates, type OutboxEntryState } from '#shared/messages.ts'
import { instantText } from '#server/db/instant-text.ts'
import type { Db } from '#server/db/open.ts'
import { outboxEntries } from '#server/db/tables/messages.ts'
import { listWork, readWork, type Work, type WorkFilter } from '#server/jobs/list-work.ts'
import { Refusal } from '#server/refusal.ts'

/** Every mail that was or is to be sent; a carried one is tried with its carrier, the `mail`. */
export const outboxWork: Work<Omit<OutboxEntryRow, 'nextTryAt'> & { mail: number }> = {
  queue: 'send-message',
  states: outboxEntryStates,
  id: 'id',
  job: 'mail',
  rows: sql`(
    select d.id, coalesce(d.carried_by, d.id) as mail, d.carried_by is not null as "isCarried",
      d.kind, d.email, coalesce(trim(u.first_name || ' ' || u.last_name), c.name, '') as name,
      p.key as "personKey",
      d.event_id as "eventId", e.title as "eventTitle", d.state, d.attempts,
      d.last_error as "lastError", d.answer, ${instantText(sql`d.tried_at`)} as "triedAt",
      ${instantText(sql`d.sent_at`)} as "sentAt", ${instantText(sql`d.created_at`)} as "createdAt"
    from message_deliveries d
    left join events e on e.id = d.event_id
    left join users u on u.email = d.email
    left join people p on p.email = d.email
    left join event_crew c on c.email = d.email and c.event_id = d.event_id)`,
}

/** Outbox entries, newest first, in pages. */
export async function listOutboxEntries(db: Db, filter: WorkFilter<OutboxEntryState>) {
  const { page, ...more } = await listWork(db, outboxWork, filter)
  return { deliveries: page, ...more }
}

/** One outbox entry with the mail that was kept of it; throws 404 for an unknown one. */
export async function readOutboxEntry(db: Db, id: number) {
  const [found] = await readWork(db, outboxWork, sql`t.id = ${id}`)
  const [mail] = await db
    .select({ kept: outboxEntries.kept })
    .from(outboxEntries)
    .where(eq(outboxEntries.id, id))
  if (!found || !mail) throw new Refusal('no_such_message')
  return { ...found, ...mail }
}
