import { eventStart, isFinished } from '#shared/event-time.ts'
import type { EventRow, Moment } from '#server/events/present-event.ts'

/** Whether an event's registrants have their seats now. decisions.md, "Events", `dateConfirmed`. */
export function isTakingSeats(event: EventRow, { now, timeZone }: Moment): boolean {
  return (
    event.status === 'upcoming' &&
    event.dateConfirmed &&
    eventStart(event) !== undefined &&
    !isFinished(event, now, timeZone)
  )
}
