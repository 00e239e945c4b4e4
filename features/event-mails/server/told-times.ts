import { sql, type SQL } from 'drizzle-orm'
import type { EventRow } from '#features/events/server/event-rows.ts'
import { hasOutboxEntry } from '#features/mails/server/plan.ts'
import { effectiveStatus, eventStart, type TimeContext } from '#kernel/event-time.ts'
import { confirmedStart } from '#kernel/publishing.ts'
import type { MailKind } from '#kernel/mail-kinds.ts'

/** SQL condition on the outbox entry `d`: the mail was sent, or it is uncertain whether it was. */
export const wasSent = sql`d.state in ('sending', 'sent', 'kept', 'unknown')`

const among = (kinds: MailKind[]) => sql`d.kind = any(${sql.param(kinds)}::text[])`

/** SQL for the start of the event that the last of these mails to the person named. Returns no row if none was sent. */
const lastTold = (kinds: MailKind[]) => sql`select d.told_start from outbox_entries d
  where d.email = u.email and d.event_id = r.event_id and d.state in ('sent', 'kept', 'stopped')
    and ${among(kinds)}
  order by coalesce(d.sent_at, d.tried_at) desc nulls last, d.id desc limit 1`

/**
 * Returns an SQL condition: the last mail to the person named a different time than the event has now. For an event
 * that was never moved, returns false without a query.
 */
export function isToldOtherwise(event: EventRow, kindsOfTime: MailKind[]): SQL {
  if (event.calendarSequence === 0) return sql`false`
  const start = eventStart(event)?.toISOString()
  return sql`coalesce((select told.told_start is distinct from ${start}::timestamptz
    from (${lastTold(kindsOfTime)}) told), false)`
}

/**
 * Returns an SQL condition: the mail about the event's new time must reach the person before a reminder does. If
 * sending that mail failed, the condition is false, so that at least the reminder is sent.
 */
export function needsNewTime(event: EventRow, moved: MailKind, kindsOfTime: MailKind[]): SQL {
  const failed = hasOutboxEntry(sql`d.kind = ${moved} and d.state = 'failed'
    and d.dedupe_key = ${String(event.calendarSequence)}`)
  return sql`${isToldOtherwise(event, kindsOfTime)} and not ${failed}`
}

/**
 * Returns an SQL condition: since `since`, the person got a mail that names the event's time, or such a mail is
 * waiting. A reminder would only repeat it.
 */
export function isToldSince(since: Date, kinds: MailKind[]): SQL {
  return hasOutboxEntry(sql`${among(kinds)}
    and (d.state in ('waiting', 'sending')
      or d.state in ('sent', 'kept') and d.sent_at >= ${since.toISOString()}::timestamptz)`)
}

export const tooLate = 'It is too late for this reminder'

/**
 * Returns why a mail about an event's time must not be sent any more, for the admin area. `isOfThisTime` says whether
 * it names the time that the event has now.
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
  return isOfThisTime ? tooLate : 'The event was moved'
}
