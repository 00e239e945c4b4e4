import { foldLetters } from '#features/transcripts/rules.ts'

/**
 * How far a recording was watched: sets of five-second buckets. Specification, "Watch progress".
 */

export const bucketSeconds = 5

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

export type Sorting = 'newest' | 'title'
type Described = { title: string; speakerName: string; description: string }

/** Letters without their accents and in one case, so that `zoe` finds `Zoë`. */
function plain(text: string) {
  return foldLetters(text.normalize('NFC')).toLowerCase()
}

/**
 * The interviews in whose title, guest or description every word of the query stands, sorted. The list
 * comes newest first.
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
  // Not before somebody asks for it: the platform takes 10 ms of a visitor's processor for the first one.
  const { compare } = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
  return found.sort((a, b) => compare(a.title, b.title))
}

/**
 * Around each word that was found; no transcript holds them. Apart from the contract, whose schemas the library
 * would carry along for two letters.
 */
export const markStart = '\u0002'
export const markEnd = '\u0003'
