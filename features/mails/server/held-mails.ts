import { and, asc, eq, notInArray, sql } from 'drizzle-orm'
import type { EventRow } from '#features/events/server/event-rows.ts'
import { presentPublishAt } from '#features/events/server/present-event.ts'
import { eventStart, type TimeContext } from '#kernel/event-time.ts'
import { mailKinds } from '#kernel/mail-kinds.ts'
import { readPublishAt } from '#kernel/publishing.ts'
import type { Db, Transaction } from '#platform/db/open.ts'
import { Refusal } from '#platform/errors/refusal.ts'
import { events } from '#schema/events.ts'
import { heldMails, type EventCause } from '#schema/mails.ts'
import { isTimed, refreshTimedHolds } from './hold-until.ts'
import type { MailKinds } from './mail-kind.ts'
import {
  type DueNotification,
  hasOutboxEntry,
  listApplicableNotifications,
  ownEntry,
  selectRecipients,
  settlingMs,
} from './plan.ts'

/**
 * A kind of mail to send after an event was saved, with the number of recipients. `isCaused` is true if this save
 * causes the mail; false if the mail was due before and was not sent yet.
 */
export type CausedMail = DueNotification & { count: number; isCaused: boolean }

/** Returns the fields of an event whose change can cause mails. */
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
 * Returns the kinds of mail to send after an event was saved, with the number of recipients of each. Call this in the
 * transaction that saves the event; a preview rolls that transaction back.
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
  const applicable = listApplicableNotifications(kinds, after, time)
  // First, because a timed mail may contain another mail for some of its recipients.
  const timed = await refreshTimedHolds(
    tx,
    kinds,
    { event: after, applicable },
    (due) => selectRecipients(kinds, after, due),
    time,
  )
  for (const notification of applicable) {
    const isHeld = timed.some(({ kind, state }) => kind === notification.kind && state === 'held')
    if (isTimed(kinds, notification.kind) && !isHeld) continue
    const { rows } = await tx.execute<{ count: number }>(sql`select count(*)::int as count
      ${selectRecipients(kinds, after, notification)} and not ${hasOutboxEntry(ownEntry(notification))}`)
    const count = rows[0]?.count ?? 0
    const isCaused = !applied.includes(nameOf(notification))
    if (count > 0) caused.push({ ...notification, count, isCaused })
  }
  return caused
}

/**
 * When an event is saved, delays the resulting mails for two minutes, in which the administrator can stop them. If
 * mails of an earlier save are still delayed, compares the event with its state before that save, and restarts the two
 * minutes.
 */
export async function holdMails(
  tx: Transaction,
  kinds: MailKinds,
  { before, after }: { before: EventRow | undefined; after: EventRow },
  time: TimeContext,
): Promise<void> {
  const replaced = await tx.delete(heldMails).where(isHeldAfterSave(kinds, after.id)).returning()
  const [earlier] = replaced
  const cause = earlier ? earlier.before : before && causeOf(before)
  const compared = before && cause ? withCause(before, cause) : undefined
  const caused = await listCausedMails(tx, kinds, { before: compared, after }, time)
  const isNew = ({ kind, isCaused }: CausedMail) => isCaused && !isTimed(kinds, kind)
  for (const { kind, dedupeKey, count } of caused.filter(isNew)) {
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

/** Returns the event with the values before a save, for the fields whose change can cause mails. */
function withCause(event: EventRow, { cancelled, publishAt, ...fields }: EventCause): EventRow {
  const cancelledAt = cancelled ? (event.cancelledAt ?? event.updatedAt) : null
  return { ...event, ...fields, cancelledAt, publishAt: readPublishAt(publishAt) ?? null }
}

/** Returns the delayed mails of all events, the next to be sent first. */
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
 * Locks an event and its delayed mails until the transaction ends. Throws 404 for an unknown id, and 409 with the
 * number of mails if they were sent already.
 */
export async function lockHeldMails(tx: Transaction, id: number) {
  const [found] = await tx.select().from(heldMails).where(eq(heldMails.id, id))
  if (!found) throw new Refusal('no_such_held_mail')
  await tx.select().from(events).where(eq(events.id, found.eventId)).for('no key update')
  const [held] = await tx.select().from(heldMails).where(eq(heldMails.id, id)).for('update')
  if (!held) throw new Refusal('no_such_held_mail')
  if (held.state === 'held') return held
  const { rows } = await tx.execute<{ went: number }>(sql`select count(*)::int as went
    from outbox_entries d where d.event_id = ${held.eventId} and ${ownEntry(held)}`)
  throw new Refusal('held_mail_gone', {
    message:
      held.state === 'stopped'
        ? 'These emails were already stopped'
        : 'These emails were already sent',
    went: held.state === 'stopped' ? 0 : (rows[0]?.went ?? 0),
  })
}

/**
 * Stops delayed mails permanently: adds an outbox entry in the state `stopped` for each recipient, so that the mail is
 * not planned again. Call `lockHeldMails` before.
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
    insert into outbox_entries (kind, email, event_id, dedupe_key, state, tried_at, told_start, last_error)
    select ${held.kind}, u.email, r.event_id, ${held.dedupeKey}, 'stopped', ${time.now.toISOString()}::timestamptz,
      ${eventStart(event)?.toISOString() ?? null}::timestamptz, 'Stopped before it went'
      ${selectRecipients(kinds, event, notification)} and not ${hasOutboxEntry(ownEntry(notification))}
    on conflict on constraint outbox_entries_once_unique do update
      set state = 'stopped', carried_by = null, tried_at = excluded.tried_at,
        told_start = excluded.told_start, last_error = excluded.last_error
      where outbox_entries.state = 'skipped'`)
}

/** Deletes the delayed mails of an event, because the change that caused them is about to be undone. */
export async function deleteHeldMails(
  tx: Transaction,
  kinds: MailKinds,
  eventId: number,
): Promise<void> {
  await tx.delete(heldMails).where(isHeldAfterSave(kinds, eventId))
}

/** SQL: the mails of the event are delayed because of a save; mails with a time of their own are left out. */
function isHeldAfterSave(kinds: MailKinds, eventId: number) {
  const timed = mailKinds.filter((kind) => isTimed(kinds, kind))
  return and(
    eq(heldMails.eventId, eventId),
    eq(heldMails.state, 'held'),
    notInArray(heldMails.kind, timed),
  )
}

/** Ends the delay of mails, so that they are sent within half a minute. */
export async function releaseHeldMails(tx: Transaction, id: number, now: Date): Promise<void> {
  await tx.update(heldMails).set({ goesAt: now }).where(eq(heldMails.id, id))
}
