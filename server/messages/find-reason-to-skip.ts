import { and, eq } from 'drizzle-orm'
import { eventStart, isFinished } from '#shared/event-time.ts'
import { topicOf } from '#shared/messages.ts'
import type { Db } from '#server/db/open.ts'
import { unsubscriptions } from '#server/db/schema.ts'
import type { Moment } from '#server/events/present-event.ts'
import type { MatterRow } from './read-matters.ts'

/**
 * Why a mail that was planned is not to be sent any more, judged at the moment of sending: an
 * unsubscription takes effect at once, and nobody is reminded of what no longer takes place.
 */
export async function findReasonToSkip(
  db: Db,
  { delivery, event, registrationId }: MatterRow,
  { now, timeZone }: Moment,
): Promise<string | undefined> {
  const { kind, email, occasion } = delivery
  const topic = topicOf(kind)
  if (topic) {
    const left = await db.$count(
      unsubscriptions,
      and(eq(unsubscriptions.email, email), eq(unsubscriptions.topic, topic)),
    )
    if (left > 0) return `Unsubscribed from ${topic}`
  }
  const isAhead = ['reminder_24h', 'reminder_1h', 'moved', 'date_confirmed'].includes(kind)
  if (!isAhead || !event) return undefined
  if (!registrationId) return 'No longer registered'
  if (isFinished(event, now, timeZone)) return 'The event is over or cancelled'
  const isReminder = topic === 'reminders'
  if (isReminder && eventStart(event)?.toISOString() !== occasion) return 'The event was moved'
  return undefined
}
