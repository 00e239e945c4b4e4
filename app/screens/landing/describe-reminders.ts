import type { PublicEvent } from '#shared/contract/events.ts'
import { eventStart } from '#shared/event-time.ts'

const hour = 60 * 60 * 1000
const day = 24 * hour

/**
 * What somebody who registers at this moment may be told of reminders; undefined where none can be
 * promised: without a start that is an instant, or within the last hour. decisions.md, "Events".
 */
export function describeReminders(
  event: Pick<PublicEvent, 'status' | 'eventDate' | 'eventTime' | 'eventEndTime' | 'dateConfirmed'>,
  now: Date,
): string | undefined {
  const start = eventStart(event)
  if (!start) return undefined
  if (!event.dateConfirmed) return 'Reminders follow once the date is confirmed.'
  const left = start.getTime() - now.getTime()
  if (left > day) return 'Reminders follow a day and an hour before the interview.'
  return left > hour ? 'A reminder follows an hour before the interview.' : undefined
}
