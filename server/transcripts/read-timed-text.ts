import type { CaptionBlock, CaptionBlocks } from './caption-block.ts'
import { isNameLike } from './find-speakers.ts'
import { readTime, timePattern } from './read-time.ts'

const noHalfDay = String.raw`(?!:?\d|\s*[ap]\.?m\b)`
const leading = new RegExp(
  String.raw`^\s*(?:[-•*]\s+)?([[(]?)(${timePattern})${noHalfDay}(?:\s*(?:-|–|—|to)\s*(${timePattern}))?[\])]?:?\s*(?:[-–—|]\s+)?(.*)$`,
  'i',
)
/** `Amara Dike-Laurent   0:12`, `Amara (00:12):`: a line of its own above what is said. */
const trailing = new RegExp(
  String.raw`^\s*(\S[^\d[(]{0,79}?\S|\S)[\s,–-]+([[(]?)(${timePattern})${noHalfDay}[\])]?:?\s*$`,
  'i',
)
const spelledOut = /^\s*\d+ (?:hour|minute|second)s?(?:,? \d+ (?:minute|second)s?)*\s*/i

type Stamp = {
  index: number
  startMs: number
  endMs: number | undefined
  isBracketed: boolean
  name: string | null
  rest: string
}

/** Text with times, one before or above what is said; undefined where there is none. */
export function readTimedText(lines: string[]): CaptionBlocks | undefined {
  const found = lines.flatMap((line, index) => findStamp(line, index) ?? [])
  const bracketed = found.filter(({ isBracketed }) => isBracketed)
  const alike = bracketed.length * 2 >= found.length ? bracketed : found
  const stamps = risingStamps(alike)
  if (stamps.length === 0) return undefined
  const blocks = stamps.map((stamp, position): CaptionBlock => {
    const next = stamps[position + 1]?.index ?? lines.length
    const [first = '', ...others] = [stamp.rest, ...lines.slice(stamp.index + 1, next)].filter(
      (line) => line.trim() !== '',
    )
    // A page's transcript, when copied, spells each time out once more for those who hear it.
    const spoken = stamp.rest === '' ? first.replace(spelledOut, '') : first
    const { startMs, endMs, name } = stamp
    return { startMs, endMs, name, lines: [spoken, ...others] }
  })
  return { blocks, warnings: [] }
}

function findStamp(line: string, index: number): Stamp | undefined {
  if (line.length > 20_000 || !line.includes(':')) return undefined
  const before = leading.exec(line)
  if (before) {
    const [, bracket, start = '', end, rest = ''] = before
    const endMs = end === undefined ? undefined : readTime(end)
    return { index, startMs: readTime(start), endMs, isBracketed: bracket !== '', name: null, rest }
  }
  const after = line.length < 120 ? trailing.exec(line) : null
  if (!after || !isNameLike(after[1]!)) return undefined
  const [, name = '', bracket, start = ''] = after
  const startMs = readTime(start)
  return { index, startMs, endMs: undefined, isBracketed: bracket !== '', name, rest: '' }
}

/**
 * The most stamps that rise one after the other: "7:30 in the morning" at the start of a line is a time
 * of day that somebody speaks of, and stands out of the order.
 */
function risingStamps(stamps: Stamp[]): Stamp[] {
  const tails: number[] = []
  const before: number[] = []
  for (const [position, { startMs }] of stamps.entries()) {
    let [low, high] = [0, tails.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (stamps[tails[middle]!]!.startMs <= startMs) low = middle + 1
      else high = middle
    }
    before.push(low > 0 ? tails[low - 1]! : -1)
    tails[low] = position
  }
  const rising: Stamp[] = []
  for (let at = tails.at(-1) ?? -1; at >= 0; at = before[at]!) rising.push(stamps[at]!)
  return rising.toReversed()
}
