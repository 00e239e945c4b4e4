import { and, asc, eq, sql } from 'drizzle-orm'
import type { EventRow } from '#features/events/server/event-rows.ts'
import { presentPublishAt } from '#features/events/server/present-event.ts'
import { eventStart, type TimeContext } from '#kernel/event-time.ts'
import { readPublishAt } from '#kernel/publishing.ts'
import type { Db, Transaction } from '#platform/db/open.ts'
import { Refusal } from '#platform/errors/refusal.ts'
import { events } from '#schema/events.ts'
import { heldMails, type EventCause } from '#schema/mails.ts'
import type { MailKinds } from './mail-kind.ts'
import {
  type DueNotification,
  hasOutboxEntry,
  listApplicableNotifications,
  ownEntry,
  selectRecipients,
  settlingMs,
} from './plan.ts'

/** `isCaused`: by this save; otherwise it is owed anyway, and only not planned yet. */
export type CausedMail = DueNotification & { count: number; isCaused: boolean }

/** The fields of an event that mails follow from. */
export function causeOf(event: EventRow): EventCause {
  const { eventDate, eventTime, eventEndTime, dateConfirmed, status, videoUrl } = event
  const { recordingReady, cancelledAt, calendarSequence, publishAt } = event
  return {
    eventDate,
    eventTime,
    eventEndTime,
    dateConfirmed,
    status,
    videoUrl,
    recordingReady,
    calendarSequence,
    cancelled: cancelledAt !== null,
    publishAt: presentPublishAt(publishAt),
  }
}

/**
 * The mails that are owed once an event is saved, to how many people, and which of them the save brings
 * about: those that apply now and did not before. In the transaction that saves, or one that is taken back: what is said before is what comes.
 */
export async function listCausedMails(
  tx: Transaction,
  kinds: MailKinds,
  { before, after }: { before: EventRow | undefined; after: EventRow },
  time: TimeContext,
): Promise<CausedMail[]> {
  const nameOf = ({ kind, dedupeKey }: DueNotification) => `${kind} ${dedupeKey}`
  const applied = before ? listApplicableNotifications(kinds, before, time).map(nameOf) : []
  const caused: CausedMail[] = []
  for (const notification of listApplicableNotifications(kinds, after, time)) {
    const { rows } = await tx.execute<{ count: number }>(sql`select count(*)::int as count
      ${selectRecipients(kinds, after, notification)} and not ${hasOutboxEntry(ownEntry(notification))}`)
    const count = rows[0]?.count ?? 0
    const isCaused = !applied.includes(nameOf(notification))
    if (count > 0) caused.push({ ...notification, count, isCaused })
  }
  return caused
}

/**
 * Holds what a save causes by mail, in its transaction. What an earlier save still held is replaced: its
 * causes are looked at once more, together with those of this one, and the time begins anew.
 */
export async function holdMails(
  tx: Transaction,
  kinds: MailKinds,
  { before, after }: { before: EventRow | undefined; after: EventRow },
  time: TimeContext,
): Promise<void> {
  const replaced = await tx
    .delete(heldMails)
    .where(and(eq(heldMails.eventId, after.id), eq(heldMails.state, 'held')))
    .returning()
  const [earlier] = replaced
  const cause = earlier ? earlier.before : before && causeOf(before)
  const compared = before && cause ? withCause(before, cause) : undefined
  const caused = await listCausedMails(tx, kinds, { before: compared, after }, time)
  for (const { kind, dedupeKey, count } of caused.filter(({ isCaused }) => isCaused)) {
    const held = {
      state: 'held' as const,
      count,
      goesAt: new Date(time.now.getTime() + settlingMs),
      before: cause ?? null,
      savedAt: after.updatedAt,
    }
    await tx
      .insert(heldMails)
      .values({ eventId: after.id, kind, dedupeKey, ...held })
      .onConflictDoUpdate({
        target: [heldMails.eventId, heldMails.kind, heldMails.dedupeKey],
        set: held,
        setWhere: sql`${heldMails.state} = 'gone'`,
      })
  }
}

/** The event as it was, as far as mails go by it. */
function withCause(event: EventRow, { cancelled, publishAt, ...fields }: EventCause): EventRow {
  const cancelledAt = cancelled ? (event.cancelledAt ?? event.updatedAt) : null
  return { ...event, ...fields, cancelledAt, publishAt: readPublishAt(publishAt) ?? null }
}

/** What is held now, in the order in which it goes. Specification, "Mails". */
export async function listHeldMails(db: Db) {
  const rows = await db
    .select()
    .from(heldMails)
    .where(eq(heldMails.state, 'held'))
    .orderBy(asc(heldMails.goesAt), asc(heldMails.id))
  return rows.map(({ id, kind, eventId, count, goesAt }) => ({
    id,
    kind,
    eventId,
    count,
    goesAt: goesAt.toISOString(),
  }))
}

/**
 * The held mails and their event, both held for this transaction: in that order everywhere. Throws 404 for
 * unknown ones, and 409 with how many went already where they are held no more.
 */
export async function lockHeldMails(tx: Transaction, id: number) {
  const [found] = await tx.select().from(heldMails).where(eq(heldMails.id, id))
  if (!found) throw new Refusal('no_such_held_mail')
  await tx.select().from(events).where(eq(events.id, found.eventId)).for('no key update')
  const [held] = await tx.select().from(heldMails).where(eq(heldMails.id, id)).for('update')
  if (!held) throw new Refusal('no_such_held_mail')
  if (held.state === 'held') return held
  const { rows } = await tx.execute<{ went: number }>(sql`select count(*)::int as went
    from message_deliveries d where d.event_id = ${held.eventId} and ${ownEntry(held)}`)
  throw new Refusal('held_mail_gone', {
    message:
      held.state === 'stopped'
        ? 'These mails were stopped already'
        : 'These mails have gone already',
    went: held.state === 'stopped' ? 0 : (rows[0]?.went ?? 0),
  })
}

/**
 * Stops what is held, for all of its people: they count as told, and it is planned for nobody any more. In
 * the transaction of `lockHeldMails`.
 */
export async function stopHeldMails(
  tx: Transaction,
  kinds: MailKinds,
  held: typeof heldMails.$inferSelect,
  time: TimeContext,
): Promise<void> {
  await tx.update(heldMails).set({ state: 'stopped' }).where(eq(heldMails.id, held.id))
  const [event] = await tx.select().from(events).where(eq(events.id, held.eventId))
  const notification =
    event &&
    listApplicableNotifications(kinds, event, time).find(
      ({ kind, dedupeKey }) => kind === held.kind && dedupeKey === held.dedupeKey,
    )
  if (!notification) return
  await tx.execute(sql`
    insert into message_deliveries (kind, email, event_id, occasion, state, tried_at, told_start, last_error)
    select ${held.kind}, u.email, r.event_id, ${held.dedupeKey}, 'stopped', ${time.now.toISOString()}::timestamptz,
      ${eventStart(event)?.toISOString() ?? null}::timestamptz, 'Stopped before it went'
      ${selectRecipients(kinds, event, notification)} and not ${hasOutboxEntry(ownEntry(notification))}
    on conflict on constraint message_deliveries_once_unique do update
      set state = 'stopped', carried_by = null, tried_at = excluded.tried_at,
        told_start = excluded.told_start, last_error = excluded.last_error
      where message_deliveries.state = 'skipped'`)
}

/** Forgets what a save held, whose cause is about to be put back. */
export async function forgetHeldMails(tx: Transaction, eventId: number): Promise<void> {
  await tx.delete(heldMails).where(and(eq(heldMails.eventId, eventId), eq(heldMails.state, 'held')))
}

/** Lets what is held go with the next sweep. */
export async function releaseHeldMails(tx: Transaction, id: number, now: Date): Promise<void> {
  await tx.update(heldMails).set({ goesAt: now }).where(eq(heldMails.id, id))
}
