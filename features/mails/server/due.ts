import { sql, type SQL } from 'drizzle-orm'
import type { EventRow } from '#features/events/server/event-rows.ts'
import { crewKinds, isToCrew, topicOf, remindersAt } from '#features/mails/rules.ts'
import {
  confirmedStart,
  effectiveStatus,
  eventEnd,
  type TimeContext,
  eventStart,
} from '#kernel/event-time.ts'
import { type MailKind, importSource } from '#kernel/values.ts'
import type { Db, Transaction } from '#platform/db/open.ts'
import { isReachable } from './bounces.ts'
import { importSettlingMs, importedSince } from './imported-since.ts'

/** Something to tell the registrants of an event, or its crew, now, and which of them. */
export type DueNotification = {
  kind: MailKind
  dedupeKey: string
  /** Not to those whom another mail has told the time since. */
  unlessToldSince?: Date
  /** Not yet to those imported since: the organiser may still confirm their seats, or undo it. */
  unlessImportedSince?: Date
}

const minute = 60_000
const day = 24 * 60 * minute
/** Mistakes in the editor are mended within this time before anybody hears of them. */
const settlingMs = 2 * minute
/** A recording that comes later than this, e.g. of an imported archive, is no news. */
const recordingNewsMs = 60 * day

/**
 * What is to be planned at this moment: all that is owed, but no times of an event that was edited just
 * now. Who is owed it, `selectRecipients` says.
 */
export function listDueNotifications(event: EventRow, time: TimeContext): DueNotification[] {
  const ago = (ms: number) => new Date(time.now.getTime() - ms)
  const isSettled = event.updatedAt < ago(settlingMs)
  return listApplicableNotifications(event, time).flatMap((notification) => {
    const isReminder = topicOf(notification.kind) === 'reminders'
    const isMove = notification.kind === 'moved' || notification.kind === crewKinds.moved
    if (!isSettled && (isReminder || isMove)) return []
    if (isToCrew(notification.kind)) return notification
    const isBySweepAlone = isReminder || notification.kind === 'cancelled'
    return isBySweepAlone
      ? { ...notification, unlessImportedSince: ago(importSettlingMs) }
      : notification
  })
}

/**
 * What an event's registrants are owed at this moment, and its crew, whom most of it concerns as well: one
 * rule and one window for both.
 */
export function listApplicableNotifications(event: EventRow, time: TimeContext): DueNotification[] {
  return listForRegistrants(event, time).flatMap((notification) => {
    const toCrew = (crewKinds as Partial<Record<MailKind, MailKind>>)[notification.kind]
    return toCrew ? [notification, { ...notification, kind: toCrew }] : [notification]
  })
}

/**
 * What an event's registrants are owed at this moment. Every window is far wider than the time between
 * two sweeps, so that a short outage loses nothing; a mail that lost its window is not sent any more.
 */
function listForRegistrants(event: EventRow, time: TimeContext): DueNotification[] {
  if (event.cancelledAt) return listCancellation(event, event.cancelledAt, time)
  const status = effectiveStatus(event, time.now, time.timeZone)
  if (status === 'completed') return listRecording(event, time)
  if (status !== 'upcoming') return []
  // A cancellation and what takes it back count as changes of the time.
  const isChanged = event.calendarSequence > 0
  const due: DueNotification[] = isChanged
    ? [{ kind: 'registration_confirmed', dedupeKey: '' }]
    : []
  const start = confirmedStart(event)
  const left = start ? start.getTime() - time.now.getTime() : 0
  if (!start || left <= 0) return due
  const dedupeKey = start.toISOString()
  due.push({ kind: 'date_confirmed', dedupeKey: '' })
  if (isChanged) {
    due.push({ kind: 'moved', dedupeKey: String(event.calendarSequence) })
  }
  const reminding = remindersAt(left).due.map(({ kind, from }) => {
    return { kind, dedupeKey, unlessToldSince: new Date(+start - from) }
  })
  return [...due, ...reminding]
}

function listCancellation(
  event: EventRow,
  cancelledAt: Date,
  { now, timeZone }: TimeContext,
): DueNotification[] {
  const end = eventEnd(event, timeZone)
  // Without a date nobody waits for a day: telling is worth it only while it is fresh.
  const isAhead = end ? end > now : now.getTime() - cancelledAt.getTime() < 2 * day
  return isAhead ? [{ kind: 'cancelled', dedupeKey: cancelledAt.toISOString() }] : []
}

function listRecording(event: EventRow, { now, timeZone }: TimeContext): DueNotification[] {
  if (!event.videoUrl || !event.recordingReady) return []
  const end = eventEnd(event, timeZone)
  const isNews = end !== undefined && now.getTime() - end.getTime() < recordingNewsMs
  return isNews ? [{ kind: 'recording_ready', dedupeKey: '' }] : []
}

/** The kinds that tell somebody the time, and which of them tells a new one. */
type TimeKinds = { kinds: MailKind[]; first: MailKind; moved: MailKind }
const toRegistrants: TimeKinds = {
  kinds: [
    'registration_confirmed',
    'date_confirmed',
    'moved',
    'reminder_24h',
    'reminder_1h',
    'join_link',
  ],
  first: 'registration_confirmed',
  moved: 'moved',
}
const toCrew: TimeKinds = {
  kinds: ['crew_added', crewKinds.moved, crewKinds.reminder_24h, crewKinds.reminder_1h],
  first: 'crew_added',
  moved: crewKinds.moved,
}
const timeKindsOf = (kind: MailKind) => (isToCrew(kind) ? toCrew : toRegistrants)

const among = (kinds: MailKind[]) => sql`d.kind = any(${sql.param(kinds)}::text[])`

/** The time that a person was told last, whatever told it; no row where they were told of no mail. */
const lastTold = ({ kinds }: TimeKinds) => sql`select d.told_start from message_deliveries d
  where d.email = u.email and d.event_id = r.event_id and d.state in ('sent', 'kept')
    and ${among(kinds)}
  order by d.sent_at desc nulls last, d.id desc limit 1`

/** Whether a person was told another time than the event has; never true of one that was not moved. */
function isToldOtherwise(event: EventRow, timeKinds: TimeKinds): SQL {
  if (event.calendarSequence === 0) return sql`false`
  const start = eventStart(event)?.toISOString()
  return sql`coalesce((select told.told_start is distinct from ${start}::timestamptz
    from (${lastTold(timeKinds)}) told), false)`
}

/** Whoever is owed the new time is told that first; where that mail failed, a reminder is better. */
function needsNewTime(event: EventRow, timeKinds: TimeKinds): SQL {
  const failed = hasOutboxEntry(sql`d.kind = ${timeKinds.moved} and d.state = 'failed'
    and d.occasion = ${String(event.calendarSequence)}`)
  return sql`${isToldOtherwise(event, timeKinds)} and not ${failed}`
}

/** Whom the time was told just now, or is about to be: nobody is told the same twice at once. */
function isToldSince(since: Date, { first, moved }: TimeKinds): SQL {
  return hasOutboxEntry(sql`${among([first, moved])}
    and (d.state in ('waiting', 'sending')
      or d.state in ('sent', 'kept') and d.sent_at >= ${since.toISOString()}::timestamptz)`)
}

function remindable(event: EventRow, { kind, unlessToldSince }: DueNotification): SQL {
  const timeKinds = timeKindsOf(kind)
  const conditions = [sql`not (${needsNewTime(event, timeKinds)})`]
  if (!isToCrew(kind)) conditions.push(isConfirmed)
  if (unlessToldSince) conditions.push(sql`not ${isToldSince(unlessToldSince, timeKinds)}`)
  return sql.join(conditions, sql` and `)
}

function settled({ unlessImportedSince }: DueNotification): SQL {
  return unlessImportedSince ? sql`r.id not in ${importedSince(unlessImportedSince)}` : sql`true`
}

function audienceOf(event: EventRow, notification: DueNotification): SQL {
  const audiences: Partial<Record<MailKind, () => SQL>> = {
    date_confirmed: () => isPreRegistered,
    // Only where it was left out while the event was cancelled; what is registered is told at once.
    registration_confirmed: () =>
      sql`${isConfirmed} and ${hasOutboxEntry(sql`d.kind = 'registration_confirmed' and d.state = 'skipped'`)}`,
    // Also of the pre-registered, who were told a date to take their seat for.
    moved: () => isToldOtherwise(event, toRegistrants),
    crew_moved: () => isToldOtherwise(event, toCrew),
    cancelled: () => knowsOfEvent,
    crew_cancelled: () => isToldCrew,
    recording_ready: () => wantsRecording,
  }
  return audiences[notification.kind]?.() ?? remindable(event, notification)
}

/**
 * The registrants (`r`, as users `u`), or the crew, whom a due notification is to be told, as the FROM and
 * WHERE of a query that more conditions may follow. Together with `listApplicableNotifications` it is the one
 * rule of what a person is owed: the sweep plans by it and the mail is judged by it again when it is sent.
 */
export function selectRecipients(event: EventRow, notification: DueNotification): SQL {
  return sql`from ${isToCrew(notification.kind) ? crewOfEvent : registrants}
    where r.event_id = ${event.id} and ${audienceOf(event, notification)} and ${settled(notification)}
      and ${isSubscribed(notification.kind)} and ${isReachable}`
}

/**
 * Whom mails about an event concern, of its registrations `r` and their people `u`; for mails to its crew,
 * `r` is a place in the crew and `u` no more than its address.
 */
const registrants = sql`event_registrations r join users u on u.id = r.user_id`
const crewOfEvent = sql`event_crew r cross join lateral (select r.email) u (email)`

export const isConfirmed = sql`r.registration_type = 'confirmed'`
export const isPreRegistered = sql`r.registration_type = 'pre_registration'`
/** Who asked to hear of the recording. */
export const wantsRecording = sql`${isConfirmed} and r.receive_updates`

/**
 * Whether a registrant has such an outbox entry `d` about the event, as a look-up for each of them: with EXISTS
 * the planner may compare everybody's rows with everybody, 17 s for 6,000 people without statistics.
 */
export function hasOutboxEntry(condition: SQL): SQL {
  return sql`((select true from message_deliveries d
    where d.event_id = r.event_id and d.email = u.email and ${condition} limit 1) is not null)`
}

/**
 * Who knows of the event: whoever registered on the site, and of those imported whoever was told of it
 * by a mail that went out, or may be going out.
 */
export const knowsOfEvent = sql`(r.registration_source <> ${importSource} or ${hasOutboxEntry(
  sql`d.kind <> 'cancelled' and d.state in ('sending', 'sent', 'kept', 'unknown')`,
)})`

/** Whether somebody of the crew was told of the event, or may be by now. */
const isToldCrew = hasOutboxEntry(
  sql`d.kind = 'crew_added' and d.state in ('sending', 'sent', 'kept', 'unknown')`,
)

/** Whether a person still hears of what such a mail is about. */
export function isSubscribed(kind: MailKind): SQL {
  const topic = topicOf(kind)
  if (!topic) return sql`true`
  return sql`((select true from unsubscriptions s
    where s.email = u.email and s.topic = ${topic} limit 1) is null)`
}

/**
 * How many people are owed the news that an event is cancelled, its crew among them: nothing is planned for them yet, or
 * their mail waits or is being sent.
 */
export async function countUntold(
  db: Db | Transaction,
  event: EventRow,
  time: TimeContext,
): Promise<number> {
  let untold = 0
  for (const notification of listApplicableNotifications(event, time)) {
    if (notification.kind !== 'cancelled' && notification.kind !== crewKinds.cancelled) continue
    const told = sql`d.kind = ${notification.kind} and d.occasion = ${notification.dedupeKey}
      and d.state not in ('waiting', 'sending', 'skipped')`
    const { rows } = await db.execute<{ people: number }>(
      sql`select count(*)::int as people ${selectRecipients(event, notification)} and not ${hasOutboxEntry(told)}`,
    )
    untold += rows[0]?.people ?? 0
  }
  return untold
}
