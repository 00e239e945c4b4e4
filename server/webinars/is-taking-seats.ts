import { confirmedStart, isFinished } from '#shared/event-time.ts'
import type { EventRow } from '#server/events/event-row.ts'
import type { Moment } from '#server/events/moment.ts'

/** Whether an event's registrants have their seats now. Specification, "Seats in webinars". */
export function isTakingSeats(event: EventRow, { now, timeZone }: Moment): boolean {
  return confirmedStart(event) !== undefined && !isFinished(event, now, timeZone)
}
