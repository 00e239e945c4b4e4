import { longestRecording } from '#features/transcripts/rules.ts'
import { type CaptionBlock, readCaptionFile, readTimedText } from './parse/formats.ts'
import { findSpeakers, readLabel, stripMarkup, tidySource, hasWordTimes } from './parse/lines.ts'

/** One line of a transcript: what somebody says, and from when to when. */
export type Cue = { startMs: number; endMs: number; speaker: string | null; text: string }

type ReadTranscript = {
  /** In the order of time; empty where nothing could be read. */
  cues: Cue[]
  /** How often a caption that rolls repeated what stood there already. */
  droppedRepeats: number
  /** What the source says of its language. */
  language: string | undefined
  /** Sentences for the organiser. */
  warnings: string[]
}

const voice = /<v(?:\.[^\s<>]*)?(?:\s+([^<>]*))?>/gi
const lateMs = 10 * 60_000

/**
 * Reads a transcript in whatever manner its source wrote it: captions or text with times. Never throws,
 * whatever the text. `shiftMs` moves all of it, since cut recordings are off by a constant.
 */
export function readTranscript(source: string, shiftMs = 0): ReadTranscript {
  const lines = tidySource(source).split('\n')
  const read = readCaptionFile(lines) ?? readTimedText(lines)
  if (!read) return { cues: [], droppedRepeats: 0, language: undefined, warnings: [] }
  const { blocks, dropped } = dropRepeats(read.blocks)
  const spoken = nameSpeakers(blocks)
  const placed = placeInTime(spoken, shiftMs)
  return {
    cues: placed.cues,
    droppedRepeats: dropped,
    language: read.language,
    warnings: [...read.warnings, ...placed.warnings],
  }
}

type Part = { voice: string | null; text: string }
type Spoken = Omit<Cue, 'endMs'> & { endMs: number | undefined }

/** Each cue's lines as parts of one voice each, then the names before colons. */
function nameSpeakers(blocks: CaptionBlock[]): Spoken[] {
  const parts = blocks.map(({ name, lines }) => lines.flatMap((line) => splitVoices(line, name)))
  const speakers = findSpeakers(
    parts.map((line) =>
      line.flatMap((part) => (part.voice ? [] : (readLabel(part.text)?.name ?? []))),
    ),
  )
  return blocks.flatMap(({ startMs, endMs }, position) =>
    joinParts(parts[position]!.map((part) => takeLabel(part, speakers))).map(
      ({ voice: speaker, text }) => ({ startMs, endMs, speaker, text }),
    ),
  )
}

function splitVoices(line: string, name: string | null): Part[] {
  const pieces = line.split(voice)
  const parts: Part[] = [{ voice: name, text: stripMarkup(pieces[0]!) }]
  for (let at = 1; at < pieces.length; at += 2) {
    const spokenBy = stripMarkup(pieces[at] ?? '').slice(0, 80)
    parts.push({ voice: spokenBy || name, text: stripMarkup(pieces[at + 1] ?? '') })
  }
  return parts.filter(({ text }) => text !== '')
}

function takeLabel(part: Part, speakers: Set<string>): Part & { isNew: boolean } {
  const read = part.voice === null ? readLabel(part.text) : undefined
  if (!read || !speakers.has(read.name)) {
    return { voice: part.voice, text: part.text.replace(/^>>\s*/, ''), isNew: false }
  }
  return { voice: read.name, text: read.rest, isNew: true }
}

/** Lines of one cue are one text until somebody else is named. */
function joinParts(parts: (Part & { isNew: boolean })[]): Part[] {
  const joined: Part[] = []
  for (const { voice: speaker, text, isNew } of parts) {
    const last = joined.at(-1)
    const goesOn = last && !isNew && (speaker === null || speaker === last.voice)
    if (goesOn) last.text = `${last.text} ${text}`.trim()
    else joined.push({ voice: speaker, text })
  }
  return joined.filter(({ text }) => text !== '')
}

/** In order, without doubles, with ends where the source has none, and within what a recording can be. */
function placeInTime(spoken: Spoken[], shiftMs: number): Pick<ReadTranscript, 'cues' | 'warnings'> {
  const sorted = spoken.toSorted((a, b) => a.startMs - b.startMs)
  const isSorted = sorted.every((cue, at) => cue === spoken[at])
  const seen = new Set<string>()
  const once = sorted.filter((cue) => {
    const key = `${cue.startMs} ${cue.endMs} ${cue.speaker} ${cue.text}`
    return !seen.has(key) && seen.add(key)
  })
  const shifted = once.map((cue, at): Cue => {
    const next = once.slice(at + 1, at + 20).find(({ startMs }) => startMs > cue.startMs)
    const endMs = endOf(cue, next?.startMs)
    return { ...cue, startMs: Math.max(0, cue.startMs + shiftMs), endMs: endMs + shiftMs }
  })
  const cues = shifted.filter(
    ({ startMs, endMs }) => endMs > 0 && startMs < longestRecording * 1000,
  )
  const early = shifted.filter(({ endMs }) => endMs <= 0).length
  const late = shifted.length - cues.length - early
  const begin = cues[0]?.startMs ?? 0
  return {
    cues,
    warnings: [
      !isSorted && 'Some lines stood out of order and were sorted by their times.',
      early > 0 && `${countLines(early)} would come before the start and are left out.`,
      late > 0 && `${countLines(late)} would come after twelve hours and are left out.`,
      begin > lateMs &&
        `The first line comes only after ${Math.floor(begin / 60_000)} minutes: is it to be shifted?`,
    ].filter((warning) => warning !== false),
  }
}

function countLines(count: number) {
  return count === 1 ? '1 line' : `${count} lines`
}

/** Somebody says about two and a half words in a second. */
function endOf({ startMs, endMs, text }: Spoken, nextMs: number | undefined): number {
  if (endMs !== undefined && endMs > startMs) return endMs
  return nextMs ?? startMs + Math.max(2000, text.split(' ').length * 400)
}

type Line = { raw: string; text: string; isTimed: boolean }
type Rolled = { block: CaptionBlock; lines: Line[] }

const mostWords = 60

/**
 * Captions that roll, as YouTube's automatic ones do, show every line two or three times: while it is
 * spoken, for a moment alone, and above the next one. Of each cue only what is new stays. In a file that
 * does not roll nothing is dropped: there somebody says "yeah, yeah".
 */
function dropRepeats(blocks: CaptionBlock[]): { blocks: CaptionBlock[]; dropped: number } {
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

/** How many lines at the start of the one are those at the end of the other. */
function overlapOfLines(last: Line[], now: Line[]): number {
  const firstTimed = now.findIndex(({ isTimed }) => isTimed)
  const most = Math.min(last.length, firstTimed < 0 ? now.length : firstTimed, 8)
  for (let count = most; count > 0; count--) {
    if (now.slice(0, count).every(({ text }, at) => text === last.at(at - count)!.text))
      return count
  }
  return 0
}

/** The same in words, where a program has joined the lines. */
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

/** Most cues begin with what the one before ended with, and the file says it rolls, or moves on so. */
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
