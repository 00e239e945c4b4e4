import { sql, type SQL } from 'drizzle-orm'
import type { EventRow } from '#features/events/server/event-rows.ts'
import { hasOutboxEntry } from '#features/mails/server/plan.ts'
import { effectiveStatus, eventStart, type TimeContext } from '#kernel/event-time.ts'
import { confirmedStart } from '#kernel/publishing.ts'
import type { MailKind } from '#kernel/mail-kinds.ts'

/** SQL: the mail was sent, or is possibly being sent. */
export const wasSent = sql`d.state in ('sending', 'sent', 'kept', 'unknown')`

const among = (kinds: MailKind[]) => sql`d.kind = any(${sql.param(kinds)}::text[])`

/** SQL for the time in the last mail that a person received; no row without any. */
const lastTold = (kinds: MailKind[]) => sql`select d.told_start from outbox_entries d
  where d.email = u.email and d.event_id = r.event_id and d.state in ('sent', 'kept', 'stopped')
    and ${among(kinds)}
  order by coalesce(d.sent_at, d.tried_at) desc nulls last, d.id desc limit 1`

/**
 * Returns SQL: the last mail to the person names another time than the event has. Always false for an event that was not
 * moved.
 */
export function isToldOtherwise(event: EventRow, kindsOfTime: MailKind[]): SQL {
  if (event.calendarSequence === 0) return sql`false`
  const start = eventStart(event)?.toISOString()
  return sql`coalesce((select told.told_start is distinct from ${start}::timestamptz
    from (${lastTold(kindsOfTime)}) told), false)`
}

/** Returns SQL: the person must get the new time first. If that mail failed, a reminder is sent instead. */
export function needsNewTime(event: EventRow, moved: MailKind, kindsOfTime: MailKind[]): SQL {
  const failed = hasOutboxEntry(sql`d.kind = ${moved} and d.state = 'failed'
    and d.dedupe_key = ${String(event.calendarSequence)}`)
  return sql`${isToldOtherwise(event, kindsOfTime)} and not ${failed}`
}

/**
 * Returns SQL: the person was or is being told the time since then, so that the same mail is not sent twice.
 */
export function isToldSince(since: Date, kinds: MailKind[]): SQL {
  return hasOutboxEntry(sql`${among(kinds)}
    and (d.state in ('waiting', 'sending')
      or d.state in ('sent', 'kept') and d.sent_at >= ${since.toISOString()}::timestamptz)`)
}

/**
 * Returns why a mail about a time is no longer due; `isOfThisTime`: it was about the event's present time.
 */
export function whyTimeIsOver(
  event: EventRow,
  { now, timeZone }: TimeContext,
  isOfThisTime: boolean,
): string {
  if (event.cancelledAt) return 'The event was cancelled'
  if (effectiveStatus(event, now, timeZone) === 'completed') return 'The event is over'
  const start = eventStart(event)
  if (start && start <= now) return 'The event has begun'
  if (!start || !confirmedStart(event)) return 'The date is no longer confirmed'
  return isOfThisTime ? 'It is too late for this reminder' : 'The event was moved'
}
