/** Times of Zoom's attendance report. */

const minute = 60_000

export const reportTimes = {
  /** Delay between the event's end and the first request for the report. */
  askedAfterMs: 60 * minute,
  /**
   * Interval between requests for a report that is not ready, and when to give up, counted from the
   * event's end.
   */
  againAfterMs: 10 * minute,
  givenUpAfterMs: 24 * 60 * minute,
  /** Reports of events that ended earlier are requested by hand only. */
  oldestMs: 7 * 24 * 60 * minute,
} as const

/** Returns minutes as text: "1 minute", "42 minutes". */
export function countMinutes(minutes: number): string {
  return minutes === 1 ? '1 minute' : `${minutes} minutes`
}
