import { containsWords } from '#kernel/fold-text.ts'
import { bucketSeconds } from '#kernel/watched-buckets.ts'

export const mostRanges = 200

/** Half-open range of buckets: includes the first number and excludes the second. */
export type BucketRange = [from: number, to: number]

/** Returns the number of buckets of a recording; `duration` is in seconds. */
export function bucketCount(duration: number) {
  return Math.ceil(duration / bucketSeconds)
}

/** Share of a recording, from 0 to 1, from which the recording counts as watched. */
export const watchedFrom = 0.9
const resumeAfter = 15
const resumeBefore = 0.95

export function isWatched({ watchedShare }: { watchedShare: number }) {
  return watchedShare >= watchedFrom
}

/**
 * Returns the position in whole seconds at which playback resumes; undefined near the beginning and near
 * the end of the recording.
 */
export function resumePosition({ position, duration }: { position: number; duration: number }) {
  const isBetween = position > resumeAfter && position < duration * resumeBefore
  return isBetween ? Math.floor(position) : undefined
}

export type Sorting = 'newest' | 'title'
type Described = { title: string; speakerName: string; description: string }

/**
 * Returns the interviews whose title, guest or description contains every word of the query, in the order
 * `sorting`. `videos` must be sorted newest first.
 */
export function findInterviews<Video extends Described>(
  videos: Video[],
  query: string,
  sorting: Sorting,
) {
  const found = videos.filter(({ title, speakerName, description }) =>
    containsWords(`${title}\n${speakerName}\n${description}`, query),
  )
  if (sorting === 'newest') return found
  // Create the collator only when it is needed, because the first one takes about 10 ms on a visitor's
  // device.
  const { compare } = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
  return found.sort((a, b) => compare(a.title, b.title))
}

/**
 * Characters that the server puts before and after each match in a search result; transcripts contain no
 * control characters. They are defined outside of the contract, so that the library's page does not load
 * the contract's schemas.
 */
export const markStart = '\u0002'
export const markEnd = '\u0003'
