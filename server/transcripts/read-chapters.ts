import type { Chapter } from '#shared/contract/transcripts.ts'
import { longestRecording } from '#shared/watch-progress.ts'
import { readTime, timePattern } from './read-time.ts'
import { tidySource } from './tidy-source.ts'

const until = String.raw`(?:\s*(?:-|–|—|to)\s*${timePattern})?`
const before = new RegExp(
  String.raw`^\s*(?:[-–•*►]\s*|\d{1,3}[.)]\s+)?[([]?(${timePattern})(?!\d)${until}[)\]]?\s*(?:[-–—:|]\s*)?(\S.*)$`,
)
const after = new RegExp(String.raw`^\s*(\S.{0,300}?)\s*[-–—|([]?\s*(${timePattern})[)\]]?\s*$`)
export const longestChapterTitle = 200
export const mostChapters = 200

/**
 * Chapters as they stand in a video's description, `00:00 Title` a line; other lines are left alone.
 * Of two at the same second the first counts.
 */
export function readChapters(text: string): { chapters: Chapter[]; warnings: string[] } {
  const found = tidySource(text)
    .split('\n')
    .flatMap((line) => readChapter(line) ?? [])
  const sorted = found.toSorted((a, b) => a.start - b.start)
  const seen = new Set<number>()
  const once = sorted.filter(({ start }) => !seen.has(start) && seen.add(start))
  const possible = once.filter(({ start }) => start < longestRecording)
  const chapters = possible.slice(0, mostChapters)
  return {
    chapters,
    warnings: [
      sorted.some((chapter, at) => chapter !== found[at]) &&
        'Some chapters stood out of order and were sorted by their times.',
      once.length < found.length && 'Of chapters at the same second the first is kept.',
      possible.length < once.length && 'Chapters after twelve hours are left out.',
      chapters.length < possible.length && `Only the first ${mostChapters} chapters are kept.`,
      chapters.length > 0 &&
        chapters[0]!.start > 0 &&
        'The first chapter does not begin at 00:00: what comes before it has no title.',
    ].filter((warning) => warning !== false),
  }
}

function readChapter(line: string): Chapter | undefined {
  if (line.length > 1000 || !line.includes(':')) return undefined
  const first = before.exec(line)
  const [time, title] = first
    ? [first[1]!, first[2]!]
    : (after.exec(line)?.slice(1, 3).toReversed() ?? [])
  if (time === undefined || title === undefined) return undefined
  const tidy = title.replaceAll(/\s+/g, ' ').trim().slice(0, longestChapterTitle)
  return /[\p{L}\p{N}]/u.test(tidy)
    ? { start: Math.floor(readTime(time) / 1000), title: tidy }
    : undefined
}
