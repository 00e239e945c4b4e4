import { writeCount } from '#kernel/write-count.ts'

const minute = 60_000

export const reportTimes = {
  /** Delay, in milliseconds, from an event's end to the first request for Zoom's attendance report. */
  askedAfterMs: 60 * minute,
  /**
   * Milliseconds between two requests for a report that is not ready, and milliseconds after the event's end at which
   * requests stop.
   */
  againAfterMs: 10 * minute,
  givenUpAfterMs: 24 * 60 * minute,
  /** Milliseconds after an event's end from which its report is requested only by an administrator. */
  oldestMs: 7 * 24 * 60 * minute,
} as const

/** Formats a number of minutes: "1 minute", "42 minutes". */
export function countMinutes(minutes: number): string {
  return writeCount(minutes, 'minute')
}
