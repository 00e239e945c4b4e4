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

/** Something to tell the registrants of an event, or its crew, now. */
export type DueNotification = DueMail & {
  kind: MailKind
  /** Not yet to those imported since. */
  unlessImportedSince?: Date
}

/** Mistakes in the editor are mended, and mails that a save causes stopped, within this time. */
export const settlingMs = 2 * 60_000
/** Nobody is written to, or seated, so soon after the last part of an import: it may still be undone. */
export const importSettlingMs = 5 * 60_000

/**
 * Plans what the clock and the organiser's edits bring about: reminders, confirmed and moved dates,
 * cancellations, recordings. Running it again, or on two nodes at once, plans nothing twice. An event
 * that cannot be planned for holds up no other. What a save caused waits for its time, and is never
 * planned once it was stopped.
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
        if (await isStillSo(tx, event, hold))
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
 * Whether nobody saved the event, or stopped what it holds, since it was read: both are seen by their
 * locks. What is held goes from here on.
 */
async function isStillSo(tx: Transaction, event: EventRow, hold: Hold | undefined) {
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
 * What an event's registrants, and its crew, are owed at this moment: what the kinds themselves say, and
 * nothing while it is unpublished. Who of them is owed it, `selectRecipients` says.
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
 * A notification as it is to be planned at this moment; nothing while it is held, or waits for edits to
 * settle, and once it was stopped.
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
  // What appears by itself so soon after a save was held by nothing.
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
 * The registrants (`r`, as users `u`), or the crew, whom a due notification is to be told, as the FROM and
 * WHERE of a query that more conditions may follow. Together with `listApplicableNotifications` it is the one
 * rule of what a person is owed: the sweep plans by it and the mail is judged by it again when it is sent.
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
 * Whom mails about an event concern, of its registrations `r` and their people `u`; for mails to its crew,
 * `r` is a place in the crew and `u` no more than its address; of the interested `r` says since when.
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
 * Whether a registrant has such an outbox entry `d` about the event, as a look-up for each of them: with EXISTS
 * the planner may compare everybody's rows with everybody, 17 s for 6,000 people without statistics.
 */
export function hasOutboxEntry(condition: SQL): SQL {
  return sql`((select true from message_deliveries d
    where d.event_id = r.event_id and d.email = u.email and ${condition} limit 1) is not null)`
}

/** The outbox entries of a notification that count as told, or are about to be. */
export function ownEntry({ kind, dedupeKey }: DueNotification) {
  return sql`d.kind = ${kind} and d.occasion = ${dedupeKey} and d.state <> 'skipped'`
}

/** Whether a person still hears of such a topic. */
export function isSubscribed(topic: Topic | undefined): SQL {
  if (!topic) return sql`true`
  return sql`((select true from unsubscriptions s
    where s.email = u.email and s.topic = ${topic} limit 1) is null)`
}

/**
 * The ids of registrations that imports since then made or changed, as a subquery; of those half undone
 * as well, since the beginning of that. As a list that is
 * made once: looked up for each person it took half a minute with 4,500.
 */
export function importedSince(moment: Date): SQL {
  return sql`(select c.row_id from import_batches b join import_batch_changes c on c.batch_id = b.id
    where greatest(b.started_at, b.undo_began_at) > ${moment.toISOString()}::timestamptz
      and c.table_name = 'event_registrations' and c.after <> '{}')`
}

/**
 * One outbox entry and its job for everybody concerned who has none yet; one that was left out when it was
 * to be sent, and is owed again, waits anew. Those who have one are left out before the insert: each
 * conflict would take an id, at every sweep, and ids are not endless.
 */
async function addDueOutboxEntries(
  tx: Transaction,
  { jobs, kinds }: { jobs: JobSender; kinds: MailKinds },
  event: EventRow,
  notification: DueNotification,
): Promise<number> {
  const { kind, dedupeKey } = notification
  const { rows } = await tx.execute<{ id: number }>(sql`
    insert into message_deliveries (kind, email, event_id, occasion)
    select ${kind}, u.email, r.event_id, ${dedupeKey} ${selectRecipients(kinds, event, notification)}
      and not ${hasOutboxEntry(ownEntry(notification))}
    on conflict on constraint message_deliveries_once_unique do update
      set state = 'waiting', carried_by = null, last_error = null
      where message_deliveries.state = 'skipped'
    returning id`)
  await jobs.send(
    tx,
    'send-message',
    rows.map(({ id }) => ({ deliveryId: id })),
  )
  const { saidJustNow } = eventMailOf(kinds, kind).due!
  if (saidJustNow) {
    const { reason, who } = saidJustNow
    const isRecorded = hasOutboxEntry(sql`d.kind = ${kind} and d.occasion = ${dedupeKey}`)
    await tx.execute(sql`
      insert into message_deliveries (kind, email, event_id, occasion, state, last_error)
      select ${kind}, u.email, r.event_id, ${dedupeKey}, 'skipped', ${reason}
        ${selectReachable(kinds, event, notification, who(event, notification))} and not ${isRecorded}
      on conflict on constraint message_deliveries_once_unique do nothing`)
  }
  return rows.length
}

/**
 * Gives mails that still wait but have no job a new one: after a database was restored from an export,
 * which holds no queue, where what carried them is gone with its event, and once an event is published
 * whose mails waited for that. A job names a mail by the
 * outbox entry that carries it, or carried it. The queue itself keeps a second job for the same mail out.
 * Announcements get theirs by feed.ts.
 */
async function requeueOutboxEntries(db: Db, jobs: JobSender, now: Date): Promise<void> {
  const mail = sql`coalesce(d.carried_by, d.id)`
  // A press that publishes can be taken back for as long as all that a save causes.
  const settled = sql`${new Date(now.getTime() - settlingMs).toISOString()}::timestamptz`
  await db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ deliveryId: number }>(sql`
      select distinct ${mail} as "deliveryId" from message_deliveries d
      where d.state in ('waiting', 'sending') and not ${isApproved}
        and not ${waitsForPublishing(sql`${now.toISOString()}::timestamptz`)}
        and not exists (select from events e where e.id = d.event_id and e.updated_at >= ${settled})
        and ${lacksJob('send-message', mail)} limit 1000`)
    await jobs.send(tx, 'send-message', rows)
  })
}
