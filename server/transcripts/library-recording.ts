import { and, isNotNull, isNull, eq, ne } from 'drizzle-orm'
import { effectiveStatus } from '#shared/event-time.ts'
import type { TimeContext } from '#shared/time-context.ts'
import { events } from '#server/db/tables/events.ts'
import type { EventRow } from '#server/events/event-row.ts'

/** SQL for a recording that is ready; whether its event is completed only the clock knows. */
export function hasReadyRecording() {
  return and(
    eq(events.recordingReady, true),
    isNotNull(events.videoUrl),
    ne(events.videoUrl, ''),
    isNull(events.cancelledAt),
  )
}

/** Whether such an event stands in the library now. Specification, "Library". */
export function isInLibrary(event: EventRow, { now, timeZone }: TimeContext) {
  return effectiveStatus(event, now, timeZone) === 'completed'
}
