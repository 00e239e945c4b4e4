import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { EventRow } from '#features/events/server/event-rows.ts'
import { type TimeContext } from '#kernel/event-time.ts'
import { appearsAt, isPublished } from '#kernel/publishing.ts'
import type { MailKind } from '#kernel/mail-kinds.ts'
import type { Topic } from '#kernel/values.ts'
import type { Db, Transaction } from '#platform/db/open.ts'
import type { JobSender } from '#platform/jobs/jobs.ts'
import { runSteps } from '#platform/jobs/run-job.ts'
import { lacksJob } from '#platform/jobs/waiting-jobs.ts'
import { events } from '#schema/events.ts'
import { heldMails } from '#schema/mails.ts'
import { isApproved } from './announcement-entries.ts'
import { isReachable } from './bounces.ts'
import {
  carryAlong,
  compareTimedHolds,
  findCarried,
  isHoldOf,
  lockTimes,
  refreshTimedHolds,
} from './hold-until.ts'
import type { DueMail, EventMail, MailKinds } from './mail-kind.ts'
import { waitsForPublishing } from './record.ts'

/** A kind of mail that must be sent now to an event's registrants, its crew, or people interested in future events. */
export type DueNotification = DueMail & {
  kind: MailKind
  /** Skip people whom an import added or changed since this time, because the organiser may still undo the import. */
  unlessImportedSince?: Date
}

/**
 * Milliseconds after an event was saved in which no mails about the change are sent, so that the organiser can correct
 * the change or stop the mails.
 */
export const settlingMs = 2 * 60_000
/**
 * Milliseconds after the last call of an import in which imported registrants get no mails or Zoom
 * registrations, because the organiser may undo the import.
 */
export const importSettlingMs = 5 * 60_000

/**
 * Adds the due mails about all events to the outbox: reminders, and mails about a confirmed date, a new time, a
 * cancellation or a recording. Idempotent, also if two nodes run it at once. An error for one event does not delay
 * other events. Leaves out mails that are delayed after a save or were stopped by an organiser.
 */
export async function sweepMails(db: Db, jobs: JobSender, time: TimeContext, kinds: MailKinds) {
  const rows = await db.select().from(events)
  const holds = await db.select().from(heldMails)
  async function plan(event: (typeof rows)[number]) {
    const applicable = listApplicableNotifications(kinds, event, time)
    const about = { event, applicable, holds: holds.filter(({ eventId }) => eventId === event.id) }
    const recipientsOf = (due: DueNotification) => selectRecipients(kinds, event, due)
    const refresh = (tx: Transaction) => refreshTimedHolds(tx, kinds, about, recipientsOf, time)
    const { missing, stale } = await compareTimedHolds(db, kinds, about, time)
    if (missing.length + stale.length > 0) {
      await db.transaction(async (tx) => {
        if (await isUnchanged(tx, event, undefined)) await refresh(tx)
      })
    }
    for (const notification of applicable) {
      const hold = about.holds.find((held) => isHoldOf(held, notification))
      const due = planNow(kinds, event, notification, hold, time)
      if (!due) continue
      await db.transaction(async (tx) => {
        if (!(await isUnchanged(tx, event, hold))) return
        const fresh = { ...about, carrier: due, holds: await refresh(tx) }
        const carried = await findCarried(tx, kinds, fresh, time)
        await addDueOutboxEntries(tx, { jobs, kinds }, event, due, carried)
      })
    }
  }
  await runSteps([
    ...rows.map((event) => [`event ${event.id}`, () => plan(event)] as const),
    ['lost jobs', () => requeueOutboxEntries(db, jobs, time.now)],
  ])
}

type Hold = typeof heldMails.$inferSelect

/**
 * Locks the event. Returns whether its mails may be planned now: since they were read, no administrator has saved the
 * event or stopped its delayed mails. If so, marks the delayed mails as sent, so that they cannot be stopped any more.
 */
async function isUnchanged(tx: Transaction, event: EventRow, hold: Hold | undefined) {
  const [same] = await tx
    .select({ id: events.id })
    .from(events)
    .where(
      and(
        eq(events.id, event.id),
        sql`date_trunc('milliseconds', ${events.updatedAt}) = ${event.updatedAt.toISOString()}::timestamptz`,
      ),
    )
    .for('share')
  // Before the row of the hold is locked, because an administrator who changes its time locks both in this order.
  await lockTimes(tx)
  if (!same || hold?.state !== 'held') return same !== undefined
  const gone = await tx
    .update(heldMails)
    .set({ state: 'gone' })
    .where(and(eq(heldMails.id, hold.id), eq(heldMails.state, 'held')))
    .returning({ id: heldMails.id })
  return gone.length > 0
}

/**
 * Returns the mails that are due for an event by the rules of their kinds; none while the event is
 * unpublished. `selectRecipients` returns their recipients.
 */
export function listApplicableNotifications(
  kinds: MailKinds,
  event: EventRow,
  time: TimeContext,
): DueNotification[] {
  if (!isPublished(event, time.now)) return []
  return listEventMails(kinds).flatMap(([kind, { due }]) => {
    const applicable = due?.when(event, time)
    return applicable ? [{ kind, ...applicable }] : []
  })
}

/**
 * Returns the notification if it may be planned now. Returns undefined if the event was saved within the last two
 * minutes, or if an organiser stopped the mail.
 */
function planNow(
  kinds: MailKinds,
  event: EventRow,
  notification: DueNotification,
  hold: Hold | undefined,
  { now }: TimeContext,
): DueNotification | undefined {
  if (hold?.state === 'stopped' || (hold?.state === 'held' && hold.goesAt > now)) return undefined
  const { waitsForEdits, waitsForImports, holdUntil } = eventMailOf(kinds, notification.kind).due!
  if (holdUntil && !hold) return undefined
  const ago = (ms: number) => new Date(now.getTime() - ms)
  // If the event was published by schedule and not by saving it, its mails are not delayed yet, so delay them now.
  const settles = waitsForEdits || (appearsAt(event) ?? 0) > event.updatedAt
  if (!hold && settles && event.updatedAt >= ago(settlingMs)) return undefined
  return waitsForImports
    ? { ...notification, unlessImportedSince: ago(importSettlingMs) }
    : notification
}

function listEventMails(kinds: MailKinds): [MailKind, EventMail][] {
  return (Object.keys(kinds) as MailKind[]).flatMap((kind) => {
    const mail = kinds[kind]
    return mail.to === 'person' ? [] : [[kind, mail]]
  })
}

function eventMailOf(kinds: MailKinds, kind: MailKind): EventMail {
  const mail = kinds[kind]
  if (mail.to === 'person') throw new Error(`a mail of the kind ${kind} is about no event`)
  return mail
}

/**
 * Returns FROM and WHERE clauses for the recipients of a kind of mail, with the aliases `r` and `u` of `audiences`.
 * They select the people for whom a mail is planned, and are evaluated again before it is sent, so that one rule
 * decides who gets it.
 */
export function selectRecipients(
  kinds: MailKinds,
  event: EventRow,
  notification: DueNotification,
): SQL {
  const { to, due } = eventMailOf(kinds, notification.kind)
  const kindsOfTime = listEventMails(kinds)
    .filter(([, mail]) => mail.to === to && mail.tellsTime)
    .map(([kind]) => kind)
  return selectReachable(kinds, event, notification, due!.who(event, notification, kindsOfTime))
}

function selectReachable(
  kinds: MailKinds,
  event: EventRow,
  { kind, unlessImportedSince }: DueNotification,
  who: SQL,
): SQL {
  const { to, topic } = eventMailOf(kinds, kind)
  const settled = unlessImportedSince
    ? sql`r.id not in ${importedSince(unlessImportedSince)}`
    : sql`true`
  return sql`from ${audiences[to](event)}
    where r.event_id = ${event.id} and ${who} and ${settled}
      and ${isSubscribed(topic)} and ${isReachable}`
}

/**
 * SQL FROM clauses for the recipients of an event's mails. `u` has the email. `r` is the registration, the
 * crew membership, or an interested person with the time of their request.
 */
const audiences: Record<EventMail['to'], (event: EventRow) => SQL> = {
  registrant: () => sql`event_registrations r join users u on u.id = r.user_id`,
  crew: () => sql`event_crew r cross join lateral (select r.email) u (email)`,
  interested: ({ id }) => sql`(select ${id}::int as event_id, g.user_id, min(g.created_at) as since
      from user_groups g where g.group_type = 'future_events' group by g.user_id) r
    join users u on u.id = r.user_id`,
}

export const isConfirmed = sql`r.registration_type = 'confirmed'`
export const isPreRegistered = sql`r.registration_type = 'pre_registration'`

/**
 * SQL condition: the outbox contains an entry `d` for the recipient `u`, about this event, that meets `condition`. A
 * scalar subquery, because with EXISTS the query planner may join all rows, which took 17 s for 6,000 people.
 */
export function hasOutboxEntry(condition: SQL): SQL {
  return sql`((select true from outbox_entries d
    where d.event_id = r.event_id and d.email = u.email and ${condition} limit 1) is not null)`
}

/** SQL: `d` is an outbox entry of this notification and was not skipped. */
export function ownEntry({ kind, dedupeKey }: DueNotification) {
  return sql`d.kind = ${kind} and d.dedupe_key = ${dedupeKey} and d.state <> 'skipped'`
}

/** SQL: the person `u` has not unsubscribed from the topic. */
export function isSubscribed(topic: Topic | undefined): SQL {
  if (!topic) return sql`true`
  return sql`((select true from unsubscriptions s
    where s.email = u.email and s.topic = ${topic} limit 1) is null)`
}

/**
 * SQL: ids of registrations that imports added or changed since `moment`, including imports that are partly
 * undone. PostgreSQL evaluates the list once; one subquery per person took half a minute for 4,500 people.
 */
export function importedSince(moment: Date): SQL {
  return sql`(select c.row_id from import_batches b join import_batch_changes c on c.batch_id = b.id
    where greatest(b.started_at, b.undo_began_at) > ${moment.toISOString()}::timestamptz
      and c.table_name = 'event_registrations' and c.after <> '{}')`
}

/**
 * Adds an outbox entry and a job for every recipient of a notification who has none, and activates skipped entries if
 * they are applicable again. Filters existing entries out before the INSERT, since each conflict would use up an id.
 */
async function addDueOutboxEntries(
  tx: Transaction,
  { jobs, kinds }: { jobs: JobSender; kinds: MailKinds },
  event: EventRow,
  notification: DueNotification,
  carried: DueNotification[],
): Promise<number> {
  const { kind, dedupeKey } = notification
  const { rows } = await tx.execute<{ id: number }>(sql`
    insert into outbox_entries (kind, email, event_id, dedupe_key)
    select ${kind}, u.email, r.event_id, ${dedupeKey} ${selectRecipients(kinds, event, notification)}
      and not ${hasOutboxEntry(ownEntry(notification))}
    on conflict on constraint outbox_entries_once_unique do update
      set state = 'waiting', carried_by = null, last_error = null
      where outbox_entries.state = 'skipped'
    returning id`)
  await jobs.send(
    tx,
    'send-message',
    rows.map(({ id }) => ({ outboxEntryId: id })),
  )
  const { saidJustNow } = eventMailOf(kinds, kind).due!
  const carriers = rows.map(({ id }) => id)
  for (const other of carriers.length > 0 ? carried : []) {
    await carryAlong(tx, carriers, other, selectRecipients(kinds, event, other))
  }
  if (saidJustNow) {
    const { reason, who } = saidJustNow
    const isRecorded = hasOutboxEntry(sql`d.kind = ${kind} and d.dedupe_key = ${dedupeKey}`)
    await tx.execute(sql`
      insert into outbox_entries (kind, email, event_id, dedupe_key, state, last_error)
      select ${kind}, u.email, r.event_id, ${dedupeKey}, 'skipped', ${reason}
        ${selectReachable(kinds, event, notification, who(event, notification))} and not ${isRecorded}
      on conflict on constraint outbox_entries_once_unique do nothing`)
  }
  return rows.length
}

/**
 * Queues jobs for waiting mails that have none. The job is missing after a restore, because backups contain no job
 * queue, after the event of the mail's first notification was deleted, and after an event was published. The queue
 * rejects a second job for the same mail. feed.ts queues the jobs of announcements.
 */
async function requeueOutboxEntries(db: Db, jobs: JobSender, now: Date): Promise<void> {
  const mail = sql`coalesce(d.carried_by, d.id)`
  // Wait two minutes after an event was published, because the organiser can undo the publication.
  const settled = sql`${new Date(now.getTime() - settlingMs).toISOString()}::timestamptz`
  await db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ outboxEntryId: number }>(sql`
      select distinct ${mail} as "outboxEntryId" from outbox_entries d
      where d.state in ('waiting', 'sending') and not ${isApproved}
        and not ${waitsForPublishing(sql`${now.toISOString()}::timestamptz`)}
        and not exists (select from events e where e.id = d.event_id and e.updated_at >= ${settled})
        and ${lacksJob('send-message', mail)} limit 1000`)
    await jobs.send(tx, 'send-message', rows)
  })
}
