import { markEnd, markStart } from '#features/library/rules.ts'

/** A word of a passage that the search has marked, by its place in the text. */
export type MarkedWord = { from: number; to: number; lexemes: string[] }

/** What words out of the order of the query count for, in characters, and what each beside it does. */
const outOfOrder = 12
const besideIt = 10
const besideCharacters = 24

/**
 * The shortest stretch that holds every word that was asked for: where a sentence is meant, and not a
 * word of it that happens to be said earlier. `wanted` are the query's lexemes in its order, `words` all
 * its words: "how did you" is in no index, and tells one "price" from another. `beside` counts those.
 */
export function findBestSnippet(
  text: string,
  marked: MarkedWord[],
  { wanted, words }: { wanted: string[]; words: string[] },
): { from: number; to: number; beside: number } | undefined {
  const needed = countNeeded(marked, wanted)
  let best: { from: number; to: number; beside: number; score: number } | undefined
  for (const start of marked.keys()) {
    const end = findEnd(marked, start, needed)
    if (end === undefined) break
    const { from } = marked[start]!
    const { to } = marked[end]!
    const isInOrder = keepsOrder(marked.slice(start, end + 1), wanted)
    const beside = countBeside(text, { from, to }, words)
    const score = to - from + (isInOrder ? 0 : outOfOrder) - beside * besideIt
    if (best === undefined || score < best.score) best = { from, to, beside, score }
  }
  return best
}

/** How often each lexeme is to be there: as often as asked, but no oftener than it is. */
function countNeeded(marked: MarkedWord[], wanted: string[]): Map<string, number> {
  const needed = new Map<string, number>()
  for (const lexeme of wanted) {
    const there = marked.filter(({ lexemes }) => lexemes.includes(lexeme)).length
    const count = Math.min((needed.get(lexeme) ?? 0) + 1, there)
    if (count > 0) needed.set(lexeme, count)
  }
  return needed
}

function findEnd(
  marked: MarkedWord[],
  start: number,
  needed: Map<string, number>,
): number | undefined {
  const lacking = new Map(needed)
  for (let at = start; at < marked.length; at++) {
    for (const lexeme of marked[at]!.lexemes) {
      const count = lacking.get(lexeme)
      if (count === 1) lacking.delete(lexeme)
      else if (count !== undefined) lacking.set(lexeme, count - 1)
    }
    if (lacking.size === 0) return at
  }
  return undefined
}

/** How many of the words as they were typed stand in the stretch or beside it. */
function countBeside(text: string, { from, to }: { from: number; to: number }, words: string[]) {
  const around = text.slice(Math.max(0, from - besideCharacters), to + besideCharacters)
  const there = new Set(around.toLowerCase().match(/[\p{L}\p{N}]+/gu))
  return words.filter((word) => there.has(word)).length
}

function keepsOrder(words: MarkedWord[], wanted: string[]): boolean {
  let next = 0
  for (const { lexemes } of words) if (lexemes.includes(wanted[next] ?? '')) next++
  return next === wanted.length
}

/** A passage as it is stored. */
export type StoredPassage = {
  eventId: number
  starts: number[]
  speakers: string[]
  spoken: string
}
type Hit = {
  eventId: number
  atSeconds: number
  speaker: string | null
  text: string
}
/** With how well it fits, and whether its interview has no more than are shown. */
export type Ranked = Hit & { rank: number; isLast: boolean }

const longestBefore = 140
const longestAfter = 200

/** The line that holds the first word of the stretch, and the sentence around it with its words marked. */
export function buildHit(
  passage: StoredPassage,
  stretch: { from: number; to: number },
  marked: Pick<MarkedWord, 'from' | 'to'>[],
): Hit {
  const { eventId, starts, speakers, spoken } = passage
  const line = spoken.slice(0, stretch.from).split('\n').length - 1
  return {
    eventId,
    atSeconds: starts[line]! / 1000,
    speaker: speakers[line] || null,
    text: markSentence(spoken.replaceAll('\n', ' '), stretch, marked),
  }
}

function markSentence(
  text: string,
  stretch: { from: number; to: number },
  marked: Pick<MarkedWord, 'from' | 'to'>[],
) {
  const from = findSentenceStart(text, stretch.from)
  const to = findSentenceEnd(text, stretch.to)
  let told = from > 0 && !/[.!?…]["'”’]?\s*$/.test(text.slice(0, from)) ? '… ' : ''
  let at = from
  for (const word of marked.filter((each) => each.from >= from && each.to <= to)) {
    told += `${text.slice(at, word.from)}${markStart}${text.slice(word.from, word.to)}${markEnd}`
    at = word.to
  }
  const rest = text.slice(at, to)
  return `${told}${rest}${to < text.length && !/[.!?…]["'”’]?$/.test(text.slice(0, to)) ? ' …' : ''}`
}

/** After the end of the sentence before it, or where a word begins. */
function findSentenceStart(text: string, from: number): number {
  const earliest = Math.max(0, from - longestBefore)
  const before = text.slice(earliest, from)
  const ends = [...before.matchAll(/[.!?…]["'”’]?\s+/g)]
  const last = ends.at(-1)
  if (last) return earliest + last.index + last[0].length
  if (earliest === 0) return 0
  const space = before.indexOf(' ')
  return space < 0 ? from : earliest + space + 1
}

function findSentenceEnd(text: string, to: number): number {
  const after = text.slice(to, to + longestAfter)
  const end = /[.!?…]["'”’]?(?=\s|$)/.exec(after)
  if (end) return to + end.index + end[0].length
  if (to + longestAfter >= text.length) return text.length
  const space = after.lastIndexOf(' ')
  return space < 0 ? to : to + space
}
