import { and, eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { EventRow } from '#features/events/server/event-rows.ts'
import type { TimeContext } from '#kernel/event-time.ts'
import type { Db, Transaction } from '#platform/db/open.ts'
import { heldMails } from '#schema/mails.ts'
import type { DueMail, MailKinds } from './mail-kind.ts'

type Hold = typeof heldMails.$inferSelect
type Timed = DueMail & { kind: keyof MailKinds }

/** Returns whether mails of this kind are held until a time of their own, not for two minutes after a save. */
export function isTimed(kinds: MailKinds, kind: keyof MailKinds): boolean {
  const mail = kinds[kind]
  return mail.to !== 'person' && mail.due?.holdUntil !== undefined
}

export function isHoldOf(held: Hold, { kind, dedupeKey }: Timed): boolean {
  return held.kind === kind && held.dedupeKey === dedupeKey
}

/**
 * Compares the mails that are sent at a time of their own with their holds. Returns those without a hold, with the end
 * of the hold that they need, and the holds of mails that must not be sent any more.
 */
export async function compareTimedHolds<Due extends Timed>(
  db: Db | Transaction,
  kinds: MailKinds,
  { event, applicable, holds }: { event: EventRow; applicable: Due[]; holds: Hold[] },
  time: TimeContext,
) {
  const missing: (Due & { goesAt: Date })[] = []
  const valid: Hold[] = []
  for (const due of applicable) {
    const mail = kinds[due.kind]
    if (mail.to === 'person' || !mail.due?.holdUntil) continue
    const hold = holds.find((held) => isHoldOf(held, due))
    if (hold && hold.state !== 'held') continue
    const goesAt = await mail.due.holdUntil(db, event, time)
    if (!goesAt) continue
    if (hold) valid.push(hold)
    else missing.push({ ...due, goesAt })
  }
  const stale = holds.filter(
    (held) => held.state === 'held' && isTimed(kinds, held.kind) && !valid.includes(held),
  )
  return { missing, stale }
}

/** SQL: the lock that keeps the times of mails and their holds in agreement. */
const timesLock = sql`hashtext('greenroom_timed_holds')`

/**
 * Holds the mails of an event that are sent at a time of their own, and deletes stale holds. Returns the holds of the
 * event. Until the transaction ends, no administrator can change the times from which the holds follow, so that a mail
 * without a time of its own reliably waits for the one that will contain it. Lock the event before. `recipientsOf`
 * returns the SQL clauses FROM and WHERE of a mail's recipients. Idempotent, also if two nodes run it at once.
 */
export async function refreshTimedHolds<Due extends Timed>(
  tx: Transaction,
  kinds: MailKinds,
  { event, applicable }: { event: EventRow; applicable: Due[] },
  recipientsOf: (due: Due) => SQL,
  time: TimeContext,
): Promise<Hold[]> {
  await lockTimes(tx)
  const readHolds = () => tx.select().from(heldMails).where(eq(heldMails.eventId, event.id))
  const holds = await readHolds()
  const changes = await compareTimedHolds(tx, kinds, { event, applicable, holds }, time)
  if (changes.missing.length + changes.stale.length === 0) return holds
  await updateTimedHolds(tx, event, changes, recipientsOf)
  return readHolds()
}

/** Waits while an administrator changes a time of mails, and makes such changes wait until the transaction ends. */
export async function lockTimes(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${timesLock})`)
}

async function updateTimedHolds<Due extends Timed>(
  tx: Transaction,
  event: EventRow,
  { missing, stale }: { missing: (Due & { goesAt: Date })[]; stale: { id: number }[] },
  recipientsOf: (due: Due) => SQL,
): Promise<void> {
  await deleteTimedHolds(tx, stale)
  for (const due of missing) {
    const { rows } = await tx.execute<{ count: number }>(
      sql`select count(*)::int as count ${recipientsOf(due)}`,
    )
    const count = rows[0]!.count
    if (count === 0) continue
    const { kind, dedupeKey, goesAt } = due
    const held = { goesAt, count, before: null, savedAt: event.updatedAt }
    await tx
      .insert(heldMails)
      .values({ eventId: event.id, kind, dedupeKey, ...held })
      .onConflictDoNothing()
  }
}

/** Deletes holds that were neither stopped nor released. */
async function deleteTimedHolds(tx: Transaction, holds: { id: number }[]): Promise<void> {
  const ids = holds.map(({ id }) => id)
  if (ids.length === 0) return
  await tx.delete(heldMails).where(and(inArray(heldMails.id, ids), eq(heldMails.state, 'held')))
}

/**
 * Deletes the holds of these kinds that were neither stopped nor released: those of one event, or of all events. Call
 * this after the change of the time, and lock no event after it.
 */
export async function deleteHolds(
  tx: Transaction,
  eventId: number | 'all',
  kinds: readonly (keyof MailKinds)[],
): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${timesLock})`)
  const event = eventId === 'all' ? undefined : eq(heldMails.eventId, eventId)
  const isOfEvent = and(event, inArray(heldMails.kind, kinds))
  await tx.delete(heldMails).where(and(isOfEvent, eq(heldMails.state, 'held')))
}

/** Mails that are due within this number of milliseconds are sent as one. */
const mergeMs = 24 * 60 * 60_000

/**
 * Returns the due mails that the mail `carrier` contains. A mail with a time of its own is left out if it was stopped,
 * is switched off, or is due more than a day later.
 */
export async function findCarried<Due extends Timed>(
  db: Transaction,
  kinds: MailKinds,
  about: { event: EventRow; carrier: Timed; applicable: Due[]; holds: Hold[] },
  time: TimeContext,
): Promise<Due[]> {
  const { event, carrier, applicable, holds } = about
  const carrying = kinds[carrier.kind]
  const carries = carrying.to === 'person' ? [] : (carrying.due?.carries ?? [])
  const carried: Due[] = []
  for (const due of applicable.filter(({ kind }) => carries.includes(kind))) {
    const mail = kinds[due.kind]
    const holdUntil = mail.to === 'person' ? undefined : mail.due?.holdUntil
    const isStopped = holds.some((hold) => isHoldOf(hold, due) && hold.state === 'stopped')
    const goesAt = holdUntil ? await holdUntil(db, event, time) : time.now
    if (!isStopped && goesAt && goesAt.getTime() - time.now.getTime() <= mergeMs) carried.push(due)
  }
  return carried
}

/**
 * Adds outbox entries of a second kind to mails that were just planned, for the recipients of both. `carriers` are the
 * ids of the planned entries; `recipients` the SQL clauses FROM and WHERE of the second kind.
 */
export async function carryAlong(
  tx: Transaction,
  carriers: number[],
  { kind, dedupeKey }: Timed,
  recipients: SQL,
): Promise<void> {
  await tx.execute(sql`
    insert into outbox_entries (kind, email, event_id, dedupe_key, carried_by)
    select ${kind}, u.email, r.event_id, ${dedupeKey}, (select c.id from outbox_entries c
        where c.id = any(${sql.param(carriers)}::int[]) and c.email = u.email)
      ${recipients} and u.email in (select c.email from outbox_entries c
        where c.id = any(${sql.param(carriers)}::int[]))
    on conflict on constraint outbox_entries_once_unique do update
      set state = 'waiting', carried_by = excluded.carried_by, last_error = null
      where outbox_entries.state = 'skipped'`)
}
