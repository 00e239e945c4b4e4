import type { SkippedLines } from '#features/transcripts/contract.ts'
import { longestRecording } from '#features/transcripts/rules.ts'
import { writeCount } from '#kernel/write-count.ts'
import { type CaptionBlock, readCaptionFile, type Skipped } from './parse/formats.ts'
import { dropPronouns, findSpeakers, readLabel, stripMarkup, tidySource } from './parse/lines.ts'
import { dropRepeats } from './parse/repeats.ts'
import { readTimedText } from './parse/timed-text.ts'
import { readWhisperJson } from './parse/whisper-json.ts'

/** One line of a transcript with its times and, if known, its speaker. */
export type Cue = { startMs: number; endMs: number; speaker: string | null; text: string }

type ReadTranscript = {
  /** Lines of the transcript in order of time. Empty if the format of the source is unknown. */
  cues: Cue[]
  /** Number of lines that were removed because rolling captions show each line more than once. */
  droppedRepeats: number
  /** Language code, if the transcript file names the language. */
  language: string | undefined
  /** Warnings about the transcript, as sentences for the organiser. */
  warnings: string[]
  /** Lines of the source that could not be used, with the reasons; undefined if there are none. */
  skipped: SkippedLines | undefined
}

/**
 * Matches a WebVTT voice tag, such as `<v Amara>`. All patterns here and in `parse/` have upper bounds or short
 * inputs, so that no source makes them take quadratic time.
 */
const voice = /<v(?:\.[^\s<>]{0,200})?(?:\s([^<>]{0,200}))?>/gi
const lateMs = 10 * 60_000

/**
 * Parses captions, or text with times, in any supported format. Never throws. Shifts all lines by `shiftMs`, because
 * the times of a cut recording are wrong by a constant.
 */
export function readTranscript(source: string, shiftMs = 0): ReadTranscript {
  const whisper = readWhisperJson(source)
  const lines = whisper?.lines ?? tidySource(source).split('\n')
  const read = readCaptionFile(lines) ?? readTimedText(lines)
  if (!read)
    return { cues: [], droppedRepeats: 0, language: undefined, warnings: [], skipped: undefined }
  const { blocks, dropped } = dropRepeats(read.blocks)
  const spoken = nameSpeakers(blocks)
  const placed = placeInTime(spoken, shiftMs)
  return {
    cues: placed.cues,
    droppedRepeats: dropped,
    language: whisper?.language ?? read.language,
    warnings: placed.warnings,
    skipped: listSkipped([...read.skipped, ...placed.skipped], lines),
  }
}

const [mostSkipped, shownCharacters] = [1000, 160]

function listSkipped(skipped: Skipped[], lines: string[]): SkippedLines | undefined {
  if (skipped.length === 0) return undefined
  const first = skipped.toSorted((a, b) => a.index - b.index).slice(0, mostSkipped)
  return {
    count: skipped.length,
    lines: first.map(({ index, reason }) => {
      const text = lines[index]!.slice(0, shownCharacters).toWellFormed().trim()
      return { line: index + 1, text, reason }
    }),
  }
}

type Part = { voice: string | null; text: string }
type Spoken = Omit<Cue, 'endMs'> & { endMs: number | undefined; index: number }

/** Splits each caption into its speakers' texts, by voice tags, else by names before colons. */
function nameSpeakers(blocks: CaptionBlock[]): Spoken[] {
  const parts = blocks.map(({ name, lines }) => lines.flatMap((line) => splitVoices(line, name)))
  const speakers = findSpeakers(
    parts.map((line) =>
      line.flatMap((part) => (part.voice ? [] : (readLabel(part.text)?.name ?? []))),
    ),
  )
  return blocks.flatMap(({ index, startMs, endMs }, position) =>
    joinParts(parts[position]!.map((part) => takeLabel(part, speakers))).map(
      ({ voice: speaker, text }) => ({ index, startMs, endMs, speaker, text }),
    ),
  )
}

function splitVoices(line: string, name: string | null): Part[] {
  const parts: Part[] = []
  let spokenBy = name
  let from = 0
  for (const match of line.matchAll(voice)) {
    parts.push({ voice: spokenBy, text: stripMarkup(line.slice(from, match.index)) })
    spokenBy = dropPronouns(stripMarkup(match[1] ?? '').slice(0, 80)) || name
    from = match.index + match[0].length
  }
  parts.push({ voice: spokenBy, text: stripMarkup(line.slice(from)) })
  return parts.filter(({ text }) => text !== '')
}

function takeLabel(part: Part, speakers: Set<string>): Part & { isNew: boolean } {
  const read = part.voice === null ? readLabel(part.text) : undefined
  if (!read || !speakers.has(read.name)) {
    return { voice: part.voice, text: part.text.replace(/^>>\s*/, ''), isNew: false }
  }
  return { voice: read.name, text: read.rest, isNew: true }
}

/** Joins the lines of a caption that have the same speaker. */
function joinParts(parts: (Part & { isNew: boolean })[]): Part[] {
  const joined: { voice: string | null; texts: string[] }[] = []
  for (const { voice: speaker, text, isNew } of parts) {
    const last = joined.at(-1)
    const goesOn = last && !isNew && (speaker === null || speaker === last.voice)
    if (goesOn) last.texts.push(text)
    else joined.push({ voice: speaker, texts: [text] })
  }
  return joined.flatMap(({ voice: speaker, texts }) => {
    const text = texts.filter((piece) => piece !== '').join(' ')
    return text === '' ? [] : [{ voice: speaker, text }]
  })
}

type Placed = Pick<ReadTranscript, 'cues' | 'warnings'> & { skipped: Skipped[] }

/**
 * Sorts lines by time, removes duplicates, adds missing end times, and removes lines before the start or beyond the
 * longest recording.
 */
function placeInTime(spoken: Spoken[], shiftMs: number): Placed {
  const sorted = spoken.toSorted((a, b) => a.startMs - b.startMs)
  const isSorted = sorted.every((cue, at) => cue === spoken[at])
  const seen = new Set<string>()
  const skipped: Skipped[] = []
  const once = sorted.filter((cue) => {
    const key = `${cue.startMs} ${cue.endMs} ${cue.speaker} ${cue.text}`
    const isNew = !seen.has(key)
    if (isNew) seen.add(key)
    else skipped.push({ index: cue.index, reason: 'Repeated caption.' })
    return isNew
  })
  const cues: Cue[] = []
  let [early, late] = [0, 0]
  for (const [at, { index, ...cue }] of once.entries()) {
    const next = once.slice(at + 1, at + 20).find(({ startMs }) => startMs > cue.startMs)
    const startMs = Math.max(0, cue.startMs + shiftMs)
    const endMs = endOf(cue, next?.startMs) + shiftMs
    const isEarly = endMs <= 0
    if (!isEarly && startMs < longestRecording * 1000) {
      cues.push({ ...cue, startMs, endMs })
      continue
    }
    if (isEarly) early++
    else late++
    skipped.push({
      index,
      reason: isEarly ? 'Before the start.' : 'After twelve hours.',
    })
  }
  const begin = cues[0]?.startMs ?? 0
  return {
    cues,
    skipped,
    warnings: [
      !isSorted && 'Some lines were out of order and are now sorted by time.',
      early > 0 && `${countLines(early)} would be before the start and ${isOrAre(early)} skipped.`,
      late > 0 && `${countLines(late)} would be after twelve hours and ${isOrAre(late)} skipped.`,
      begin > lateMs &&
        `The first line is only at ${Math.floor(begin / 60_000)} minutes. Should all times be shifted?`,
    ].filter((warning) => warning !== false),
  }
}

function countLines(count: number) {
  return writeCount(count, 'line')
}

const isOrAre = (count: number) => (count === 1 ? 'is' : 'are')

/** Returns the end of a line; if missing, the next line's start, else an estimate of 2.5 words per second. */
function endOf(
  { startMs, endMs, text }: Omit<Spoken, 'index'>,
  nextMs: number | undefined,
): number {
  if (endMs !== undefined && endMs > startMs) return endMs
  return nextMs ?? startMs + Math.max(2000, text.split(' ').length * 400)
}
