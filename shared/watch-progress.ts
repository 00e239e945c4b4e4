/**
 * How far a recording was watched: sets of five-second buckets. Specification, "Watch progress".
 */

export const bucketSeconds = 5

/** The longest recording whose progress is kept, in seconds. */
export const longestRecording = 12 * 60 * 60

/** The most ranges in one call. */
export const mostRanges = 200

/** Buckets from the first up to, not including, the second. */
export type BucketRange = [from: number, to: number]

/** How many buckets a recording of that many seconds has. */
export function bucketCount(duration: number) {
  return Math.ceil(duration / bucketSeconds)
}

/** The share from which on a recording counts as watched. */
export const watchedFrom = 0.9
const resumeAfter = 15
const resumeBefore = 0.95

/** Whether enough of it has been seen. */
export function isWatched({ watchedShare }: { watchedShare: number }) {
  return watchedShare >= watchedFrom
}

/** Where to go on watching, in whole seconds; undefined near the beginning and near the end. */
export function resumePosition({ position, duration }: { position: number; duration: number }) {
  const isBetween = position > resumeAfter && position < duration * resumeBefore
  return isBetween ? Math.floor(position) : undefined
}
