import { sql, type SQL } from 'drizzle-orm'
import { eventStart } from '#shared/event-time.ts'
import { crewKinds, isToCrew, type MailKind } from '#shared/messages.ts'
import { isReachable } from '#server/bounces/mark-address.ts'
import type { EventRow } from '#server/events/event-row.ts'
import { importedSince } from './imported-since.ts'
import type { DueNotification } from './list-due-matters.ts'
import {
  crewOfEvent,
  hasOutboxEntry,
  isConfirmed,
  isPreRegistered,
  isSubscribed,
  isToldCrew,
  knowsOfEvent,
  registrants,
  wantsRecording,
} from './who-is-concerned.ts'

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
