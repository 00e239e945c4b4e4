import type { PublicEvent } from '#shared/contract/events.ts'
import { eventStart } from '#shared/event-time.ts'
import { remindersAt } from '#shared/reminders.ts'

/**
 * What somebody who registers at this moment may be told of reminders; undefined where none can be
 * promised: without a start that is an instant, or within the last hour. Specification, "Events".
 */
export function describeReminders(
  event: Pick<PublicEvent, 'status' | 'eventDate' | 'eventTime' | 'eventEndTime' | 'dateConfirmed'>,
  now: Date,
): string | undefined {
  const start = eventStart(event)
  if (!start) return undefined
  if (!event.dateConfirmed) return 'Reminders follow once the date is confirmed.'
  const { later } = remindersAt(start.getTime() - now.getTime())
  if (later.length > 1) return 'Reminders follow a day and an hour before the interview.'
  return later.length === 1 ? 'A reminder follows an hour before the interview.' : undefined
}
