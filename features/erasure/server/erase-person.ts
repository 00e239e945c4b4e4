import { randomUUID } from 'node:crypto'
import { sql, type SQL } from 'drizzle-orm'
import { heldOfPerson } from '#features/people/server/held-of-person.ts'
import { rowsOf } from '#features/people/server/held-treatments.ts'
import { lockPerson, type LockedPerson } from '#features/people/server/lock-person.ts'
import { announceErasure } from '#features/webhooks/server/webhook-deliveries.ts'
import { causeOf, writeAuditEntry, type Deed } from '#platform/audit/write-audit-entry.ts'
import type { Db, Transaction } from '#platform/db/open.ts'
import { recordEvents } from '#platform/domain-events/record-events.ts'
import type { JobSender } from '#platform/jobs/jobs.ts'
import { withdrawJobs } from '#platform/jobs/waiting-jobs.ts'
import { completeErasure, erasurePlace } from './complete-erasure.ts'
import { withdrawFromProviders } from './providers.ts'

type AtOnceContext = Parameters<typeof erasePerson>[2] & {
  config: Parameters<typeof erasurePlace>[0]
  /**
   * Called with the error if the erasure could not be stored next to the backups, or if mail files could not be
   * deleted. The person is erased nevertheless, and a job retries this step.
   */
  onDelay: (error: unknown) => void
}

/**
 * Erases a person, then immediately stores the erasure next to the backups and deletes mail files. If this
 * second step fails, a job repeats it, and the erasure itself still succeeds.
 */
export async function eraseAtOnce(
  db: Db,
  key: string,
  { config, onDelay, ...context }: AtOnceContext,
): Promise<{ number: number }> {
  const { number } = await erasePerson(db, key, context)
  const where = { ...erasurePlace(config), now: context.now }
  await completeErasure(db, where, number).catch(onDelay)
  return { number }
}

type EraseContext = Deed & {
  jobs: JobSender
  by: 'desk' | 'terminal' | 'person' | 'restore'
}

/**
 * Erases a person: deletes all rows with their key or one of their emails, in one transaction. Keeps rows
 * that statistics need, but without the person: visits and watch progress get a random id, registrations
 * get none. Returns the number of the erasure. Throws 404 for an unknown key.
 */
export async function erasePerson(
  db: Db,
  key: string,
  { actor, jobs, now, by: origin }: EraseContext,
): Promise<{ number: number }> {
  return db.transaction(async (tx) => {
    const person = await lockPerson(tx, key)
    const number = await noteErasure(tx, person)
    await withdrawFromProviders(tx, jobs, { person, erasureId: number, now })
    await dropTheirJobs(tx, person)
    const mark = `erased-${randomUUID()}`
    for (const [table, line] of Object.entries(heldOfPerson).toReversed()) {
      if (typeof line.erase === 'string') continue
      await line.erase({ tx, table, person, rows: rowsOf(line, person), mark })
    }
    await announceErasure(tx, person.keys)
    // The domain event contains the number of the erasure only, because it must not contain personal data.
    await recordEvents(
      tx,
      [{ type: 'person.erased', facts: { erasure: number } }],
      origin === 'person' ? origin : causeOf(actor),
    )
    await writeAuditEntry(tx, actor, {
      action: 'person_erased',
      subject: key,
      details: { number, by: origin },
      now,
    })
    await jobs.send(tx, 'complete-erasure', [{ erasureId: number }])
    return { number }
  })
}

const among = ({ addresses }: LockedPerson): SQL => sql`any(${sql.param(addresses)}::text[])`

/**
 * Inserts the row of the erasure, with hashes in place of emails. The topics from which the person is unsubscribed are
 * stored in this row only, and removed from their earlier erasures.
 */
async function noteErasure(tx: Transaction, person: LockedPerson): Promise<number> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    insert into erasures (hashes, topics, mails)
    select array(select unnest(greenroom_address_hashes(a)) from unnest(${sql.param(person.addresses)}::text[]) a),
      array(select distinct topic from unsubscriptions where email = ${among(person)}),
      array(select id from outbox_entries where email = ${among(person)})
    returning id`)
  const { id } = rows[0]!
  await tx.execute(sql`update erasures o set topics = '{}' from erasures e
    where e.id = ${id} and o.id <> e.id and o.hashes && e.hashes`)
  return id
}

async function dropTheirJobs(tx: Transaction, person: LockedPerson) {
  const { rows: mails } = await tx.execute<{ outboxEntryId: number }>(
    sql`select id as "outboxEntryId" from outbox_entries where email = ${among(person)}`,
  )
  await withdrawJobs(tx, 'send-message', mails)
  const { rows: seats } = await tx.execute<{ registrationId: number }>(
    sql`select id as "registrationId" from event_registrations where user_id = ${person.userId ?? 0}`,
  )
  await withdrawJobs(tx, 'take-webinar-seat', seats)
  if (person.userId) await withdrawJobs(tx, 'sync-subscriber', [{ userId: person.userId }])
}
