/** Who came to an event and for how long. Specification, "Who came". */

const minute = 60_000

export const reportTimes = {
  /** From the end of the event until the report is asked for. */
  askedAfterMs: 60 * minute,
  /** One that is not ready is asked for again after so long, and given up so long after the end. */
  againAfterMs: 10 * minute,
  givenUpAfterMs: 24 * 60 * minute,
  /** Of events longer ago none is asked for by itself. */
  oldestMs: 7 * 24 * 60 * minute,
} as const

/** Minutes in words: "1 minute", "42 minutes". */
export function countMinutes(minutes: number): string {
  return minutes === 1 ? '1 minute' : `${minutes} minutes`
}
