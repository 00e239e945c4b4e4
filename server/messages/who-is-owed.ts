import { sql, type SQL } from 'drizzle-orm'
import { eventStart } from '#shared/event-time.ts'
import type { MessageKind } from '#shared/messages.ts'
import { isReachable } from '#server/bounces/mark-address.ts'
import type { EventRow } from '#server/events/event-row.ts'
import { importedSince } from '#server/imports/imported-since.ts'
import type { DueMatter } from './list-due-matters.ts'
import {
  hasDelivery,
  isConfirmed,
  isPreRegistered,
  isSubscribed,
  knowsOfEvent,
  wantsRecording,
} from './who-is-concerned.ts'

/** The time that a person was told last, whatever told it; no row where they were told of no mail. */
const lastTold = sql`select d.told_start from message_deliveries d
  where d.email = u.email and d.event_id = r.event_id and d.state in ('sent', 'kept')
    and d.kind in ('registration_confirmed', 'date_confirmed', 'moved', 'reminder_24h', 'reminder_1h',
      'join_link')
  order by d.sent_at desc nulls last, d.id desc limit 1`

/** Whether a person was told another time than the event has; never true of one that was not moved. */
function isToldOtherwise(event: EventRow): SQL {
  if (event.calendarSequence === 0) return sql`false`
  const start = eventStart(event)?.toISOString()
  return sql`coalesce((select told.told_start is distinct from ${start}::timestamptz
    from (${lastTold}) told), false)`
}

/** Whoever is owed the new time is told that first; where that mail failed, a reminder is better. */
function isOwedNewTime(event: EventRow): SQL {
  const failed = hasDelivery(sql`d.kind = 'moved' and d.state = 'failed'
    and d.occasion = ${String(event.calendarSequence)}`)
  return sql`${isToldOtherwise(event)} and not ${failed}`
}

/** Whom the time was told just now, or is about to be: nobody is told the same twice at once. */
function isToldSince(since: Date): SQL {
  return hasDelivery(sql`d.kind in ('registration_confirmed', 'moved')
    and (d.state in ('waiting', 'sending')
      or d.state in ('sent', 'kept') and d.sent_at >= ${since.toISOString()}::timestamptz)`)
}

function remindable(event: EventRow, { unlessToldSince }: DueMatter): SQL {
  const conditions = [isConfirmed, sql`not (${isOwedNewTime(event)})`]
  if (unlessToldSince) conditions.push(sql`not ${isToldSince(unlessToldSince)}`)
  return sql.join(conditions, sql` and `)
}

function settled({ unlessImportedSince }: DueMatter): SQL {
  return unlessImportedSince ? sql`r.id not in ${importedSince(unlessImportedSince)}` : sql`true`
}

function audienceOf(event: EventRow, matter: DueMatter): SQL {
  const audiences: Partial<Record<MessageKind, () => SQL>> = {
    date_confirmed: () => isPreRegistered,
    // Only where it was left out while the event was cancelled; what is registered is told at once.
    registration_confirmed: () =>
      sql`${isConfirmed} and ${hasDelivery(sql`d.kind = 'registration_confirmed' and d.state = 'skipped'`)}`,
    // Also of the pre-registered, who were told a date to take their seat for.
    moved: () => isToldOtherwise(event),
    cancelled: () => knowsOfEvent,
    recording_ready: () => wantsRecording,
  }
  return audiences[matter.kind]?.() ?? remindable(event, matter)
}

/**
 * The registrants (`r`, as users `u`) whom a due matter is to be told, as the FROM and WHERE of a query
 * that more conditions may follow. Together with `listOwedMatters` it is the one rule of what a person
 * is owed: the sweep plans by it and the mail is judged by it again when it is sent.
 */
export function whoIsOwed(event: EventRow, matter: DueMatter): SQL {
  return sql`from event_registrations r join users u on u.id = r.user_id
    where r.event_id = ${event.id} and ${audienceOf(event, matter)} and ${settled(matter)}
      and ${isSubscribed(matter.kind)} and ${isReachable}`
}
