import { sql, type SQL } from 'drizzle-orm'
import { topicOf, type MailKind } from '#shared/messages.ts'
import { importSource } from '#shared/values.ts'

/**
 * Whom mails about an event concern, of its registrations `r` and their people `u`; for mails to its crew,
 * `r` is a place in the crew and `u` no more than its address.
 */
export const registrants = sql`event_registrations r join users u on u.id = r.user_id`
export const crewOfEvent = sql`event_crew r cross join lateral (select r.email) u (email)`

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
export const isToldCrew = hasOutboxEntry(
  sql`d.kind = 'crew_added' and d.state in ('sending', 'sent', 'kept', 'unknown')`,
)

/** Whether a person still hears of what such a mail is about. */
export function isSubscribed(kind: MailKind): SQL {
  const topic = topicOf(kind)
  if (!topic) return sql`true`
  return sql`((select true from unsubscriptions s
    where s.email = u.email and s.topic = ${topic} limit 1) is null)`
}
