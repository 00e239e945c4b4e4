import type { CaptionBlock } from './formats.ts'
import { hasWordTimes, stripMarkup } from './lines.ts'

type Line = { raw: string; text: string; isTimed: boolean }
type Rolled = { block: CaptionBlock; lines: Line[] }

const mostWords = 60

/**
 * Removes the repeated lines of rolling captions, such as YouTube's automatic ones. They show each line up to three
 * times: while it is spoken, alone, and above the next line. Other files stay unchanged, because there a speaker
 * repeated the words.
 */
export function dropRepeats(blocks: CaptionBlock[]): { blocks: CaptionBlock[]; dropped: number } {
  const rolled = blocks.map((block): Rolled => ({ block, lines: readLines(block) }))
  if (isRolling(rolled, overlapOfLines)) return keepNew(rolled, overlapOfLines, dropLines)
  if (isRolling(rolled, overlapOfWords)) return keepNew(rolled, overlapOfWords, dropWords)
  return { blocks, dropped: 0 }
}

function readLines({ lines }: CaptionBlock): Line[] {
  return lines
    .map((raw) => ({ raw, text: stripMarkup(raw), isTimed: hasWordTimes(raw) }))
    .filter(({ text }) => text !== '')
}

/** Returns how many lines at the beginning of the caption `now` repeat the end of the caption `last`. */
function overlapOfLines(last: Line[], now: Line[]): number {
  const firstTimed = now.findIndex(({ isTimed }) => isTimed)
  const most = Math.min(last.length, firstTimed < 0 ? now.length : firstTimed, 8)
  for (let count = most; count > 0; count--) {
    if (now.slice(0, count).every(({ text }, at) => text === last.at(at - count)!.text))
      return count
  }
  return 0
}

/** Returns the overlap of two captions as a number of words, for programs that join a caption's lines. */
function overlapOfWords(last: Line[], now: Line[]): number {
  if (now.some(({ isTimed }) => isTimed)) return 0
  const [before, words] = [wordsOf(last).slice(-mostWords), wordsOf(now).slice(0, mostWords)]
  for (let count = Math.min(before.length, words.length); count > 1; count--) {
    if (words.slice(0, count).every((word, at) => word === before.at(at - count))) return count
  }
  return 0
}

function wordsOf(lines: Line[]): string[] {
  return lines.flatMap(({ text }) => text.split(' '))
}

type Overlap = typeof overlapOfLines

/**
 * Returns whether captions roll: at least half begin with the end of the previous caption, and one of these is very
 * short, adds text, or contains word times.
 */
function isRolling(rolled: Rolled[], overlapOf: Overlap): boolean {
  let [pairs, overlaps, signs] = [0, 0, 0]
  for (const [position, { block, lines }] of rolled.entries()) {
    const last = rolled[position - 1]?.lines ?? []
    if (lines.length === 0 || last.length === 0) continue
    pairs++
    const overlap = overlapOf(last, lines)
    if (overlap === 0) continue
    overlaps++
    const isHeld = block.endMs !== undefined && block.endMs - block.startMs < 100
    const movesOn = overlap < (overlapOf === overlapOfLines ? lines : wordsOf(lines)).length
    if (isHeld || movesOn || lines.some(({ isTimed }) => isTimed)) signs++
  }
  return signs > 0 && overlaps > 1 && overlaps >= pairs * 0.5
}

function keepNew(
  rolled: Rolled[],
  overlapOf: Overlap,
  dropFirst: (lines: Line[], count: number) => string[],
) {
  let dropped = 0
  let last: Line[] = []
  const blocks = rolled.map(({ block, lines }): CaptionBlock => {
    const overlap = overlapOf(last, lines)
    if (overlap > 0) dropped++
    last = lines
    return { ...block, lines: overlap > 0 ? dropFirst(lines, overlap) : block.lines }
  })
  return { blocks, dropped }
}

function dropLines(lines: Line[], count: number): string[] {
  return lines.slice(count).map(({ raw }) => raw)
}

function dropWords(lines: Line[], count: number): string[] {
  return [wordsOf(lines).slice(count).join(' ')]
}
