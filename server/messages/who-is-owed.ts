import { sql, type SQL } from 'drizzle-orm'
import { eventStart } from '#shared/event-time.ts'
import { topicOf, type MessageKind } from '#shared/messages.ts'
import type { EventRow } from '#server/events/present-event.ts'
import type { DueMatter } from './list-due-matters.ts'

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
  return sql`${isToldOtherwise(event)} and not exists (select from message_deliveries m
    where m.event_id = r.event_id and m.email = u.email and m.kind = 'moved'
      and m.occasion = ${String(event.calendarSequence)} and m.state = 'failed')`
}

function audienceOf(event: EventRow, { kind, registeredBefore }: DueMatter): SQL {
  const confirmed = sql`r.registration_type = 'confirmed'`
  const audiences: Partial<Record<MessageKind, () => SQL>> = {
    date_confirmed: () => sql`r.registration_type = 'pre_registration'`,
    // Only where it was left out while the event was cancelled; what is registered is told at once.
    registration_confirmed: () => sql`${confirmed} and exists (select from message_deliveries d
      where d.event_id = r.event_id and d.email = u.email and d.kind = 'registration_confirmed'
        and d.state = 'skipped')`,
    // Also of the pre-registered, who were told a date to take their seat for.
    moved: () => isToldOtherwise(event),
    cancelled: () => sql`true`,
    recording_ready: () => sql`${confirmed} and r.receive_updates`,
  }
  const reminded = () => sql`${confirmed} and not (${isOwedNewTime(event)})`
  const audience = (audiences[kind] ?? reminded)()
  if (!registeredBefore) return audience
  return sql`${audience} and r.created_at < ${registeredBefore.toISOString()}::timestamptz`
}

function subscribed(kind: MessageKind): SQL {
  const topic = topicOf(kind)
  if (!topic) return sql`true`
  return sql`not exists (select from unsubscriptions s where s.email = u.email and s.topic = ${topic})`
}

/**
 * The registrants (`r`, as users `u`) whom a due matter is to be told, as the FROM and WHERE of a query
 * that more conditions may follow. Together with `listOwedMatters` it is the one rule of what a person
 * is owed: the sweep plans by it and the mail is judged by it again when it is sent.
 */
export function whoIsOwed(event: EventRow, matter: DueMatter): SQL {
  return sql`from event_registrations r join users u on u.id = r.user_id
    where r.event_id = ${event.id} and ${audienceOf(event, matter)} and ${subscribed(matter.kind)}`
}
