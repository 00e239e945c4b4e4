import type { Cue } from './read-transcript.ts'

/** Lines that are searched as one text. */
export type Passage = { lines: Pick<Cue, 'startMs' | 'speaker' | 'text'>[] }

const windowMs = 45_000
const overlapMs = 10_000
/** A text of more than a megabyte cannot be indexed; a passage has about 700 characters. */
const mostCharacters = 6000
const longestLine = 3000

/**
 * Windows of about 45 seconds that overlap by ten: what is said across two lines stands whole in one of
 * them, which in a row for each line it would not.
 */
export function buildPassages(cues: Cue[]): Passage[] {
  const lines = cues.flatMap(splitLongLine)
  const passages: Passage[] = []
  let from = 0
  while (from < lines.length) {
    const to = findEnd(lines, from)
    passages.push({ lines: lines.slice(from, to) })
    if (to === lines.length) break
    const overlapFrom = lines[to]!.startMs - overlapMs
    // Half of it at least is left behind, however many lines claim the same second.
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
