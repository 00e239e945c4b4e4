import { eq, sql, and, inArray, isNotNull, or, type SQL } from 'drizzle-orm'
import type { OutboxEntryRow } from '#features/mails/contract.ts'
import { outboxEntryStates, type OutboxEntryState } from '#kernel/values.ts'
import { writeAuditEntry, type Deed } from '#platform/audit/write-audit-entry.ts'
import type { Db, Transaction } from '#platform/db/open.ts'
import { instantText } from '#platform/db/sql-parts.ts'
import { Refusal } from '#platform/errors/refusal.ts'
import { highPriority, type JobSender, type SendOptions } from '#platform/jobs/jobs.ts'
import { retryJobs, withdrawJobs } from '#platform/jobs/waiting-jobs.ts'
import {
  listWork,
  readWork,
  type Work,
  type WorkFilter,
  isChosen,
  type Chosen,
} from '#platform/jobs/work-list.ts'
import { events } from '#schema/events.ts'
import { outboxEntries, bounces } from '#schema/mails.ts'
import { people } from '#schema/people.ts'
import { isApprovedEntry } from './announcement-entries.ts'
import { addOutboxEntries, repeat } from './enqueue.ts'
import type { MailKinds } from './mail-kind.ts'

/**
 * SQL for the list of outbox entries. A mail may contain several entries: `mail` is the id of the one whose job sends
 * it.
 */
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
    from outbox_entries d
    left join events e on e.id = d.event_id
    left join users u on u.email = d.email
    left join people p on p.email = d.email
    left join event_crew c on c.email = d.email and c.event_id = d.event_id)`,
}

type Listed = WorkFilter<OutboxEntryState> & { by: 'mail' | 'matter' }

/**
 * Returns a page of outbox entries, newest first. `also` lists the other notifications in an entry's mail. With `by:
 * 'mail'`, returns one row per mail.
 */
export async function listOutboxEntries(db: Db, { by: grouping, ...filter }: Listed) {
  const work = grouping === 'mail' ? { ...outboxWork, rows: rowsByMail(filter) } : outboxWork
  const { page, ...more } = await listWork(db, work, filter)
  const also = await readCarried(db, page)
  const deliveries = page.map((row) => ({ ...row, also: also.get(row.id) ?? [] }))
  return { deliveries, ...more }
}

/**
 * Returns SQL for one row per mail. A notification gets a row of its own if the entry whose mail contains it has
 * another state or does not match the filter.
 */
function rowsByMail(chosen: Chosen): SQL {
  return sql`(select o.* from ${outboxWork.rows} o where not (o."isCarried" and exists (
    select from ${outboxWork.rows} t
    where t.id = o.mail and t.state = o.state and ${isChosen(chosen)})))`
}

async function readCarried(db: Db, page: Pick<OutboxEntryRow, 'id' | 'state' | 'isCarried'>[]) {
  const { id, kind, carriedBy, state } = outboxEntries
  const carriers = new Map(page.map((row) => [row.id, row]))
  const rows = await db
    .select({ id, kind, carriedBy, state, eventTitle: events.title })
    .from(outboxEntries)
    .leftJoin(events, eq(events.id, outboxEntries.eventId))
    .where(inArray(carriedBy, [...carriers.keys()]))
    .orderBy(id)
  const carried = rows.filter((row) => carriers.get(row.carriedBy!)?.state === row.state)
  return Map.groupBy(carried, (row) => row.carriedBy!)
}

/** Returns an outbox entry; throws 404 for an unknown id. */
export async function readOutboxEntry(db: Db, id: number) {
  const [found] = await readWork(db, outboxWork, sql`t.id = ${id}`)
  if (!found) throw new Refusal('no_such_message')
  return found
}

/**
 * Queues an outbox entry for an immediate retry. Throws 404 for an unknown id, and 409 if the mail was
 * sent, is being sent, or was skipped.
 */
export async function retryOutboxEntry(
  db: Db,
  jobs: JobSender,
  id: number,
): Promise<OutboxEntryRow> {
  const { mail, state } = await readOutboxEntry(db, id)
  await db.transaction(async (tx) => {
    const states: OutboxEntryState[] = ['waiting', 'failed', 'unknown', 'kept']
    if ((await requeueMails(tx, jobs, sql`(${mail}::int)`, states, highPriority)) > 0) return
    throw refuse(`This email cannot be sent again: it is ${state}`)
  })
  return readOutboxEntry(db, id)
}

/**
 * Queues mails that failed or await a retry for an immediate retry: all of them, or those that match the
 * event, kind and recipient in `chosen`. Returns the number of mails.
 */
export async function retryOutboxEntries(
  db: Db,
  jobs: JobSender,
  { state, ...chosen }: Chosen & { state: 'failed' | 'waiting' },
): Promise<{ mails: number }> {
  const wasTried = state === 'waiting' ? sql`t.attempts > 0` : sql`true`
  const mails = sql`(select t.mail from ${outboxWork.rows} t
    where t.state = ${state} and ${wasTried} and ${isChosen(chosen)})`
  return db.transaction(async (tx) => ({ mails: await requeueMails(tx, jobs, mails, [state]) }))
}

/**
 * Queues mails again, with those of their outbox entries that have one of `states`; returns the number of
 * mails. Removes bounce marks of their recipients, and sends mails again that may have arrived, because an
 * organiser requested it.
 */
export async function requeueMails(
  tx: Transaction,
  jobs: JobSender,
  mails: SQL,
  states: OutboxEntryState[],
  options?: SendOptions,
): Promise<number> {
  const { id, carriedBy, email, state } = outboxEntries
  const { announcementId, isTest, formerRegistrationId } = outboxEntries
  const again = await tx
    .update(outboxEntries)
    .set({ state: 'waiting', unansweredTries: sql`least(${outboxEntries.unansweredTries}, 1)` })
    .where(and(inArray(state, states), or(sql`${id} in ${mails}`, sql`${carriedBy} in ${mails}`)))
    .returning({ id, carriedBy, email, announcementId, isTest, formerRegistrationId })
  const emails = [...new Set(again.map((row) => row.email))]
  await tx.delete(bounces).where(sql`${bounces.email} = any(${sql.param(emails)}::text[])`)
  const found = new Set(again.map((row) => row.carriedBy ?? row.id))
  // Do not queue jobs of announcements here: feed.ts queues them at the sending rate.
  const paced = again.filter(isApprovedEntry)
  const fed = new Set(paced.map((row) => row.id))
  const payloads = [...found].map((outboxEntryId) => ({ outboxEntryId }))
  const sent = payloads.filter(({ outboxEntryId }) => !fed.has(outboxEntryId))
  await retryJobs(tx, jobs, 'send-message', sent, options)
  await withdrawJobs(
    tx,
    'send-message',
    payloads.filter(({ outboxEntryId }) => fed.has(outboxEntryId)),
  )
  return found.size
}

/**
 * Sends a mail again as a new mail, so that mailboxes do not treat it as a duplicate. Sending checks
 * whether the mail is still applicable. Throws 404 for an unknown id, and 409 if the mail was not sent,
 * contains a code, or is already being sent again.
 */
export async function sendAgain(
  db: Db,
  { jobs, kinds }: { jobs: JobSender; kinds: MailKinds },
  id: number,
  { actor, now }: Deed,
): Promise<OutboxEntryRow> {
  const table = outboxEntries
  const newId = await db.transaction(async (tx) => {
    const [sent] = await tx.select().from(table).where(eq(table.id, id)).for('update')
    if (!sent) throw new Refusal('no_such_message')
    const { kind, email, eventId, topics } = sent
    if (sent.state !== 'sent' && sent.state !== 'kept') {
      throw refuse(`This email was not sent: it is ${sent.state}`)
    }
    const { notAgain } = kinds[kind]
    if (notAgain) throw refuse(notAgain)
    const same = and(
      eq(table.kind, kind),
      eq(table.email, email),
      sql`${table.eventId} is not distinct from ${eventId}`,
    )
    const open = and(same, isNotNull(table.resendOf), inArray(table.state, ['waiting', 'sending']))
    if ((await tx.$count(table, open)) > 0) throw refuse('This email is already being sent')
    const wanted = { kind, email, eventId, topics, ...repeat(sent, now), createdAt: now }
    await addOutboxEntries(tx, jobs, [wanted])
    const [added] = await tx
      .select({ id: table.id })
      .from(table)
      .where(and(same, eq(table.dedupeKey, wanted.dedupeKey)))
    const [person] = await tx.select().from(people).where(eq(people.email, email))
    const entry = { subject: person?.key, details: { mail: kind }, now }
    await writeAuditEntry(tx, actor, { action: 'mail_sent_again', ...entry })
    return added!.id
  })
  return readOutboxEntry(db, newId)
}

function refuse(message: string) {
  return new Refusal('nothing_to_repeat', { message })
}
