import { confirmedStart, isFinished } from '#shared/event-time.ts'
import type { TimeContext } from '#shared/time-context.ts'
import type { EventRow } from '#server/events/event-row.ts'

/** Whether an event's registrants have their webinar seats now. Specification, "Seats in webinars". */
export function isTakingWebinarSeats(event: EventRow, { now, timeZone }: TimeContext): boolean {
  return confirmedStart(event) !== undefined && !isFinished(event, now, timeZone)
}
