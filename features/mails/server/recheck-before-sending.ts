import { and, eq, sql } from 'drizzle-orm'
import type { EventRow } from '#features/events/server/event-rows.ts'
import { crewKinds, isToCrew, topicOf } from '#features/mails/rules.ts'
import {
  confirmedStart,
  effectiveStatus,
  eventStart,
  type TimeContext,
} from '#kernel/event-time.ts'
import type { MailKind } from '#kernel/values.ts'
import type { Db } from '#platform/db/open.ts'
import { unsubscriptions } from '#schema/newsletter.ts'
import type { NotificationRow } from './compose.ts'
import { codeValidMs, readCodeKey, readResendKey } from './dedupe-key.ts'
import { listApplicableNotifications, selectRecipients } from './due.ts'

/** What answers something that the person, or the organiser, did; everything else about an event is planned by the rule. */
const answers: MailKind[] = [
  'registration_confirmed',
  'pre_registration_noted',
  'join_link',
  'crew_added',
]

/**
 * Why a notification that was planned is not to be told any more, judged at the moment of sending by the rule
 * that planned it: hours may lie between. An unsubscription takes effect at once.
 */
export async function recheckBeforeSending(
  db: Db,
  row: NotificationRow,
  time: TimeContext,
): Promise<string | undefined> {
  const { event, registration, crew } = row
  const { kind, email, dedupeKey } = row.outboxEntry
  if (row.bounceReason !== null) return `Mails to this address come back: ${row.bounceReason}`
  const topic = topicOf(kind)
  if (topic) {
    const left = await db.$count(
      unsubscriptions,
      and(eq(unsubscriptions.email, email), eq(unsubscriptions.topic, topic)),
    )
    if (left > 0) return `Unsubscribed from ${topic}`
  }
  if (kind === 'sign_in_code' && isCodeOver(dedupeKey, time.now)) return 'The code was too old'
  if (!event) return undefined
  if (isToCrew(kind) ? !crew : !registration) {
    return isToCrew(kind) ? 'No longer in the crew' : 'No longer registered'
  }
  if (answers.includes(kind)) return whyAnswerIsStale(row, event, time)
  const repeated = readResendKey(dedupeKey)
  const about = repeated?.first ?? dedupeKey
  const notification = listApplicableNotifications(event, time).find(
    (applicable) => applicable.kind === kind && applicable.dedupeKey === about,
  )
  if (!notification)
    return whyNotApplicable(
      { ...row, outboxEntry: { ...row.outboxEntry, dedupeKey: about } },
      event,
      time,
    )
  // Somebody in the admin area wished it: that they were told before is no reason.
  if (repeated) return undefined
  const { rows } = await db.execute(
    sql`select 1 ${selectRecipients(event, notification)} and u.email = ${email}`,
  )
  if (rows.length > 0) return undefined
  return notAmongRecipients[kind] ?? 'Another mail has told it meanwhile'
}

function isCodeOver(dedupeKey: string, now: Date) {
  const made = readCodeKey(dedupeKey)?.createdAt.getTime() ?? 0
  return now.getTime() - made > codeValidMs
}

const confirmedMeanwhile = 'The seat was taken meanwhile'
const notAmongRecipients: Partial<Record<MailKind, string>> = {
  date_confirmed: confirmedMeanwhile,
  recording_ready: 'No longer among those who asked for updates',
  cancelled: 'Imported, and never told of the event',
}

function whyAnswerIsStale(
  { outboxEntry: { kind }, registration }: NotificationRow,
  event: EventRow,
  time: TimeContext,
): string | undefined {
  if (event.cancelledAt) return 'The event was cancelled'
  if (effectiveStatus(event, time.now, time.timeZone) === 'completed') {
    return 'The event is over'
  }
  if (kind !== 'pre_registration_noted') return undefined
  if (registration?.registrationType === 'confirmed') return confirmedMeanwhile
  const isDated = listApplicableNotifications(event, time).some(
    (applicable) => applicable.kind === 'date_confirmed',
  )
  return isDated ? 'The date is confirmed, which a mail of its own tells' : undefined
}

/** Why the rule no longer knows a notification, in words for the admin area. */
function whyNotApplicable(
  { outboxEntry: { kind, dedupeKey } }: NotificationRow,
  event: EventRow,
  { now, timeZone }: TimeContext,
): string {
  if (kind === 'cancelled' || kind === crewKinds.cancelled) {
    return event.cancelledAt ? 'The event is over' : 'The event takes place after all'
  }
  if (event.cancelledAt) return 'The event was cancelled'
  if (kind === 'recording_ready') return 'The recording is no longer there, or no longer news'
  if (effectiveStatus(event, now, timeZone) === 'completed') return 'The event is over'
  const start = eventStart(event)
  if (start && start <= now) return 'The event has begun'
  if (!start || !confirmedStart(event)) return 'The date is no longer confirmed'
  const isOtherTime =
    kind === 'moved' || kind === crewKinds.moved || dedupeKey !== start.toISOString()
  return isOtherTime ? 'The event was moved' : 'It is too late for this reminder'
}
