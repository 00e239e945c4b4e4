import { randomUUID } from 'node:crypto'
import { sql, type SQL } from 'drizzle-orm'
import { lockPerson, type LockedPerson } from '#features/people/server/lock-person.ts'
import { writeAuditEntry, type Deed } from '#platform/audit/write-audit-entry.ts'
import type { Db, Transaction } from '#platform/db/open.ts'
import type { JobSender } from '#platform/jobs/jobs.ts'
import { withdrawJobs } from '#platform/jobs/waiting-jobs.ts'
import type { Config } from '#platform/settings/config.ts'
import { completeErasure, openErasureStore } from './complete-erasure.ts'
import { withdrawFromProviders } from './providers.ts'

type AtOnceContext = Parameters<typeof erasePerson>[2] & {
  config: Config
  /** Told where the rest of it is left to its job. */
  onDelay: (error: unknown) => void
}

/**
 * Erases a person and does at once what goes with it outside of the database. That is done again by a
 * job: whatever keeps it from being done must not fail the erasure.
 */
export async function eraseAtOnce(
  db: Db,
  key: string,
  { config, onDelay, ...context }: AtOnceContext,
): Promise<{ number: number }> {
  const { number } = await erasePerson(db, key, context)
  const where = { store: openErasureStore(config), dataDir: config.dataDir, now: context.now }
  await completeErasure(db, where, number).catch(onDelay)
  return { number }
}

type EraseContext = Deed & {
  jobs: JobSender
  by: 'desk' | 'terminal' | 'person' | 'restore'
}

/**
 * Erases a person: everything that is keyed by them or by an e-mail of theirs goes, in one transaction.
 * What figures are reckoned from stays without them: visits and watching under a random mark, an event's
 * registrations as nobody's. Answers the number under which the outcome is kept. Throws 404.
 */
export async function erasePerson(
  db: Db,
  key: string,
  { actor, jobs, now, by }: EraseContext,
): Promise<{ number: number }> {
  return db.transaction(async (tx) => {
    const person = await lockPerson(tx, key)
    const number = await noteErasure(tx, person)
    await withdrawFromProviders(tx, jobs, { person, erasureId: number, now })
    await dropTheirJobs(tx, person)
    await scrubImports(tx, person)
    await keepUnnamed(tx, person)
    await remove(tx, person)
    await writeAuditEntry(tx, actor, {
      action: 'person_erased',
      subject: key,
      details: { number, by },
      now,
    })
    await jobs.send(tx, 'complete-erasure', [{ erasureId: number }])
    return { number }
  })
}

const among = ({ addresses }: LockedPerson): SQL => sql`any(${sql.param(addresses)}::text[])`
const theirRegistrations = ({ userId }: LockedPerson): SQL =>
  sql`(select id from event_registrations where user_id = ${userId ?? 0})`

/** What remembers that they asked, without saying who; an older one of theirs says nothing more. */
async function noteErasure(tx: Transaction, person: LockedPerson): Promise<number> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    insert into erasures (hashes, topics, mails)
    select array(select greenroom_address_hash(a) from unnest(${sql.param(person.addresses)}::text[]) a),
      array(select distinct topic from unsubscriptions where email = ${among(person)}),
      array(select id from message_deliveries where email = ${among(person)})
    returning id`)
  const { id } = rows[0]!
  await tx.execute(sql`update erasures o set topics = '{}' from erasures e
    where e.id = ${id} and o.id <> e.id and o.hashes && e.hashes`)
  return id
}

async function dropTheirJobs(tx: Transaction, person: LockedPerson) {
  const { rows: mails } = await tx.execute<{ deliveryId: number }>(
    sql`select id as "deliveryId" from message_deliveries where email = ${among(person)}`,
  )
  await withdrawJobs(tx, 'send-message', mails)
  const { rows: seats } = await tx.execute<{ registrationId: number }>(
    sql`select id as "registrationId" from event_registrations where user_id = ${person.userId ?? 0}`,
  )
  await withdrawJobs(tx, 'take-webinar-seat', seats)
  if (person.userId) await withdrawJobs(tx, 'sync-subscriber', [{ userId: person.userId }])
}

/** What imports wrote of them is nothing to take back any more; each batch keeps its counts. */
async function scrubImports(tx: Transaction, person: LockedPerson) {
  await tx.execute(sql`
    update import_batch_changes set before = case when before is null then null else '{}'::jsonb end,
      after = '{}'
    where (table_name = 'users' and row_id = ${person.userId ?? 0})
      or (table_name = 'event_registrations' and row_id in ${theirRegistrations(person)})
      or (table_name = 'video_access' and row_id in (select id from video_access where email = ${among(person)}))
      or after->>'email' = ${among(person)} or before->>'email' = ${among(person)}`)
}

/** What figures are reckoned from: the same mark for all of it, so that one visitor stays one. */
async function keepUnnamed(tx: Transaction, person: LockedPerson) {
  const mark = `erased-${randomUUID()}`
  await tx.execute(sql`update member_page_access
    set email = ${mark}, ip_address = null, user_agent = null, session_id = null
    where email = ${among(person)}`)
  for (const table of ['watch_progress', 'session_watch_progress']) {
    await uniteProgress(tx, table, person, mark)
  }
  await tx.execute(sql`update webinar_seats
    set join_url = null, last_error = null, state = 'withdrawn', is_in_doubt = false, spent_on = null
    where registration_id in ${theirRegistrations(person)}`)
  await tx.execute(
    sql`delete from event_questions where registration_id in ${theirRegistrations(person)}`,
  )
  await tx.execute(sql`update event_registrations
    set user_id = null, questions = '', zoom_registration_id = null where user_id = ${person.userId ?? 0}`)
}

/** A former address may have watched the same: there it is one row for each, under one mark. */
async function uniteProgress(tx: Transaction, table: string, person: LockedPerson, mark: string) {
  const name = sql.identifier(table)
  if (table === 'session_watch_progress') {
    await tx.execute(sql`update ${name} set email = ${mark}, session_id = null
      where email = ${among(person)}`)
    return
  }
  await tx.execute(sql`
    with own as (delete from ${name} where email = ${among(person)} returning *)
    insert into ${name} (email, event_id, watched, position, duration, updated_at)
    select ${mark}, event_id, range_agg(watched), max(position), max(duration), max(updated_at)
    from own group by event_id`)
}

/** The trigger on the last of these takes the person's own row along, with their former addresses. */
async function remove(tx: Transaction, person: LockedPerson) {
  const ofTheirs = sql`email = ${among(person)}`
  await tx.execute(sql`delete from message_deliveries where ${ofTheirs}`)
  await tx.execute(sql`delete from unsubscriptions where ${ofTheirs}`)
  await tx.execute(sql`delete from bounces where ${ofTheirs} or person_key = ${person.key}`)
  await tx.execute(sql`delete from sign_in_codes where ${ofTheirs}`)
  await tx.execute(sql`delete from sessions where ${ofTheirs} and administrator_id is null`)
  await tx.execute(sql`update sessions set email = null, verified_at = null where ${ofTheirs}`)
  await tx.execute(
    sql`delete from video_access where ${ofTheirs} or user_id = ${person.userId ?? 0}`,
  )
  await tx.execute(sql`delete from event_crew where ${ofTheirs}`)
  await tx.execute(sql`delete from users where id = ${person.userId ?? 0}`)
  await tx.execute(sql`delete from people where key = ${person.key}`)
}
