import { foldLetters } from '#features/transcripts/rules.ts'

/** Watch progress is a set of five-second buckets. */

export const bucketSeconds = 5

export const mostRanges = 200

/** Half-open range of buckets: includes `from`, excludes `to`. */
export type BucketRange = [from: number, to: number]

/** Returns the number of buckets of a recording with this duration in seconds. */
export function bucketCount(duration: number) {
  return Math.ceil(duration / bucketSeconds)
}

/** A recording counts as watched from this share on. */
export const watchedFrom = 0.9
const resumeAfter = 15
const resumeBefore = 0.95

export function isWatched({ watchedShare }: { watchedShare: number }) {
  return watchedShare >= watchedFrom
}

/** Returns where to resume, in whole seconds; undefined near the beginning and near the end. */
export function resumePosition({ position, duration }: { position: number; duration: number }) {
  const isBetween = position > resumeAfter && position < duration * resumeBefore
  return isBetween ? Math.floor(position) : undefined
}

export type Sorting = 'newest' | 'title'
type Described = { title: string; speakerName: string; description: string }

/** Returns the text in lower case without accents, so that `zoe` finds `Zoë`. */
function plain(text: string) {
  return foldLetters(text.normalize('NFC')).toLowerCase()
}

/**
 * Returns the interviews whose title, guest or description contains every word of the query,
 * sorted. The given list must be sorted newest first.
 */
export function findInterviews<Video extends Described>(
  videos: Video[],
  query: string,
  sorting: Sorting,
) {
  const words = plain(query.replaceAll(/["“”„«»]/g, ' '))
    .split(/\s+/)
    .filter(Boolean)
  const found = videos.filter((video) => {
    const text = plain(`${video.title}\n${video.speakerName}\n${video.description}`)
    return words.every((word) => text.includes(word))
  })
  if (sorting === 'newest') return found
  // Created on use: the first collator takes about 10 ms of a visitor's processor.
  const { compare } = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
  return found.sort((a, b) => compare(a.title, b.title))
}

/**
 * Marks around matches; transcripts contain no control characters. Defined outside of the contract,
 * so that the library's page does not load the contract's schemas.
 */
export const markStart = '\u0002'
export const markEnd = '\u0003'
