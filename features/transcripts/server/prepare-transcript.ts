import type { TranscriptCue, TranscriptSummary } from '#features/transcripts/contract.ts'
import { foldLetters } from '#features/transcripts/rules.ts'
import { type Cue, readTranscript } from './parse.ts'

/** The part of a transcript's summary that can be computed from its text alone, without the recording. */
export type Understood = Pick<
  TranscriptSummary,
  'lines' | 'speakers' | 'minutes' | 'droppedRepeats' | 'warnings' | 'skipped' | 'first' | 'last'
> & {
  /** Seconds at which the last line starts; `end` is where the transcript ends. */
  lastStart: number
  end: number
}

/** A transcript with all derived data to store. Computed before the transaction, to keep the transaction short. */
export type PreparedTranscript = {
  understood: Understood
  /** Language code, if the transcript file names the language. */
  language: string | undefined
  /** JSON array of all lines as members receive it, in UTF-8. */
  cues: Uint8Array
  words: string[]
  passages: PreparedPassage[]
}

type PreparedPassage = { starts: number[]; speakers: string[]; spoken: string; folded: string }

/**
 * Parses a transcript and prepares its search index. Runs in a worker thread (transcript-thread.ts), because the
 * input is untrusted and parsing would block the event loop.
 */
export function prepareTranscript({
  text,
  shiftMs,
}: {
  text: string
  shiftMs: number
}): PreparedTranscript {
  const { cues, language, ...noticed } = readTranscript(text, shiftMs)
  return { ...prepareCues(cues, noticed), language }
}

export function prepareCues(
  cues: Cue[],
  read: Pick<Understood, 'droppedRepeats' | 'warnings' | 'skipped'> = {
    droppedRepeats: 0,
    warnings: [],
  },
): PreparedTranscript {
  const told = cues.map(serializeCue)
  return {
    understood: { ...summarizeCues(told), ...read },
    language: undefined,
    cues: new TextEncoder().encode(JSON.stringify(told)),
    words: findWords(cues),
    passages: buildPassages(cues).map(({ lines }) => {
      const spoken = lines.map(({ text }) => text).join('\n')
      return {
        starts: lines.map(({ startMs }) => startMs),
        speakers: lines.map(({ speaker }) => speaker ?? ''),
        spoken,
        folded: foldLetters(spoken),
      }
    }),
  }
}

/** Converts times from milliseconds, as stored, to seconds, as in API replies. */
function serializeCue({ startMs, endMs, speaker, text }: Cue): TranscriptCue {
  return { start: startMs / 1000, end: endMs / 1000, speaker, text }
}

const shownLines = 3
const mostSpeakers = 30

export function summarizeCues(told: TranscriptCue[]) {
  const end = Math.max(0, ...told.slice(-50).map((cue) => cue.end))
  return {
    lines: told.length,
    speakers: [...new Set(told.flatMap(({ speaker }) => speaker ?? []))].slice(0, mostSpeakers),
    minutes: Math.round(end / 6) / 10,
    first: told.slice(0, shownLines),
    last: told.slice(shownLines).slice(-shownLines),
    lastStart: told.at(-1)?.start ?? 0,
    end,
  }
}

const longestWord = 40
const mostWords = 20_000

/** Returns the distinct words of a transcript, which are used for spelling suggestions. */
function findWords(cues: Pick<Cue, 'text'>[]): string[] {
  const words = new Set<string>()
  for (const { text } of cues) {
    for (const [word] of foldLetters(text)
      .toLowerCase()
      .matchAll(/[\p{L}\p{N}]{3,}/gu)) {
      if (word.length <= longestWord && words.size < mostWords) words.add(word)
    }
  }
  return [...words]
}

/** Consecutive lines of a transcript that are indexed for search as one text. */
type Passage = { lines: Pick<Cue, 'startMs' | 'speaker' | 'text'>[] }

const windowMs = 45_000
const overlapMs = 10_000
/**
 * Maximum length of an indexed text, because PostgreSQL cannot index more than 1 MB; usual texts have 700 characters.
 */
const mostCharacters = 6000
const longestLine = 3000

/**
 * Builds passages of about 45 seconds that overlap by ten seconds, so that a search finds a phrase that extends over
 * two lines.
 */
function buildPassages(cues: Cue[]): Passage[] {
  const lines = cues.flatMap(splitLongLine)
  const passages: Passage[] = []
  let from = 0
  while (from < lines.length) {
    const to = findEnd(lines, from)
    passages.push({ lines: lines.slice(from, to) })
    if (to === lines.length) break
    const overlapFrom = lines[to]!.startMs - overlapMs
    // Start the next passage at least halfway through this one, even if many lines have the same time.
    const earliest = from + Math.ceil((to - from) / 2)
    from = to
    while (from > earliest && endOf(lines, from - 1) > overlapFrom) from--
  }
  return passages
}

function findEnd(lines: Cue[], from: number): number {
  const end = lines[from]!.startMs + windowMs
  let characters = lines[from]!.text.length
  let to = from + 1
  while (to < lines.length && lines[to]!.startMs < end) {
    characters += lines[to]!.text.length
    if (characters > mostCharacters) break
    to++
  }
  return to
}

function endOf(lines: Cue[], at: number): number {
  return Math.min(lines[at]!.endMs, lines[at + 1]?.startMs ?? Infinity)
}

function splitLongLine(cue: Cue): Cue[] {
  if (cue.text.length <= longestLine) return [cue]
  const pieces = cue.text.match(
    new RegExp(String.raw`.{1,${longestLine}}(?:\s|$)|.{${longestLine}}`, 'gsu'),
  )
  return (pieces ?? []).map((text) => ({ ...cue, text: text.trim() }))
}
