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
import type { DueMail, EventMail, MailKinds } from './mail-kind.ts'
import { waitsForPublishing } from './record.ts'

/** A notification that is due now for an event's registrants or crew. */
export type DueNotification = DueMail & {
  kind: MailKind
  /** Recipients imported since then are skipped. */
  unlessImportedSince?: Date
}

/** Milliseconds within which an organiser can correct a change or stop its mails. */
export const settlingMs = 2 * 60_000
/**
 * Milliseconds after the last part of an import during which no mails or Zoom registrations are planned,
 * because it may be undone.
 */
export const importSettlingMs = 5 * 60_000

/**
 * Plans mails that are due by time or by an organiser's change: reminders, confirmed and moved dates,
 * cancellations, recordings. Idempotent, also on two nodes at once. An event that fails does not delay
 * others. Mails held after a save wait, and stopped ones are never planned.
 */
export async function sweepMails(db: Db, jobs: JobSender, time: TimeContext, kinds: MailKinds) {
  const rows = await db.select().from(events)
  const holds = await db.select().from(heldMails)
  async function plan(event: (typeof rows)[number]) {
    for (const notification of listApplicableNotifications(kinds, event, time)) {
      const hold = holds.find(
        ({ eventId, kind, dedupeKey }) =>
          eventId === event.id &&
          kind === notification.kind &&
          dedupeKey === notification.dedupeKey,
      )
      const due = planNow(kinds, event, notification, hold, time)
      if (!due) continue
      await db.transaction(async (tx) => {
        if (await isUnchanged(tx, event, hold))
          await addDueOutboxEntries(tx, { jobs, kinds }, event, due)
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
 * Returns whether the event was neither saved nor its held mails stopped since it was read, which locks
 * determine. Held mails are released from here on.
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
  if (!same || hold?.state !== 'held') return same !== undefined
  const gone = await tx
    .update(heldMails)
    .set({ state: 'gone' })
    .where(and(eq(heldMails.id, hold.id), eq(heldMails.state, 'held')))
    .returning({ id: heldMails.id })
  return gone.length > 0
}

/**
 * Returns the notifications that are due for an event by its kinds' rules; none while it is unpublished.
 * `selectRecipients` returns the recipients.
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
 * Returns a notification as it can be planned now; undefined while it is held, waits for edits, or was
 * stopped.
 */
function planNow(
  kinds: MailKinds,
  event: EventRow,
  notification: DueNotification,
  hold: Hold | undefined,
  { now }: TimeContext,
): DueNotification | undefined {
  if (hold?.state === 'stopped' || (hold?.state === 'held' && hold.goesAt > now)) return undefined
  const { waitsForEdits, waitsForImports } = eventMailOf(kinds, notification.kind).due!
  const ago = (ms: number) => new Date(now.getTime() - ms)
  // An event that becomes visible by time soon after a save was not held by that save.
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
 * Returns FROM and WHERE for the recipients of a due notification: registrants (`r`, users `u`) or crew.
 * Together with `listApplicableNotifications` this is the only rule of who gets a mail; the sweep plans by
 * it, and sending evaluates it again.
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
 * FROM clauses for recipients of an event's mails: registrations `r` with users `u`; for the crew,
 * memberships `r` with their address as `u`; for interested people, `r` has the time of their request.
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
 * SQL: a registrant has an outbox entry `d` about the event. A look-up per registrant, because with EXISTS
 * the planner may join all rows: 17 s for 6,000 people without statistics.
 */
export function hasOutboxEntry(condition: SQL): SQL {
  return sql`((select true from outbox_entries d
    where d.event_id = r.event_id and d.email = u.email and ${condition} limit 1) is not null)`
}

/** SQL: the outbox entry of a notification that was sent or is planned. */
export function ownEntry({ kind, dedupeKey }: DueNotification) {
  return sql`d.kind = ${kind} and d.dedupe_key = ${dedupeKey} and d.state <> 'skipped'`
}

/** SQL: the person is subscribed to the topic. */
export function isSubscribed(topic: Topic | undefined): SQL {
  if (!topic) return sql`true`
  return sql`((select true from unsubscriptions s
    where s.email = u.email and s.topic = ${topic} limit 1) is null)`
}

/**
 * SQL: ids of registrations that imports made or changed since then, including partly undone imports.
 * Evaluated once as a list; a look-up per person took half a minute for 4,500.
 */
export function importedSince(moment: Date): SQL {
  return sql`(select c.row_id from import_batches b join import_batch_changes c on c.batch_id = b.id
    where greatest(b.started_at, b.undo_began_at) > ${moment.toISOString()}::timestamptz
      and c.table_name = 'event_registrations' and c.after <> '{}')`
}

/**
 * Adds an outbox entry and a job for every recipient without one; an entry that was skipped and is
 * applicable again waits again. Excludes existing entries before the insert, because each conflict would
 * consume an id of the sequence.
 */
async function addDueOutboxEntries(
  tx: Transaction,
  { jobs, kinds }: { jobs: JobSender; kinds: MailKinds },
  event: EventRow,
  notification: DueNotification,
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
 * Queues jobs for waiting mails without one: after a restore, whose backup contains no queue; if the
 * carrying entry was deleted with its event; and when an event is published. The queue rejects a second job
 * for the same mail. feed.ts handles announcements.
 */
async function requeueOutboxEntries(db: Db, jobs: JobSender, now: Date): Promise<void> {
  const mail = sql`coalesce(d.carried_by, d.id)`
  // Publishing can be undone for two minutes, like all changes that cause mails.
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
