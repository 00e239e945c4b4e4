import { markEnd, markStart } from '#features/library/rules.ts'

/**
 * A word of a transcript passage that PostgreSQL marked as a match of the search: its position in characters, and the
 * lexemes (word stems) to which it belongs.
 */
export type MarkedWord = { from: number; to: number; lexemes: string[] }

/**
 * The part of a passage with the lowest score becomes the search result. The score is its length in characters, plus
 * `outOfOrderPenalty` if its words are in another order than in the query, minus `besideBonus` for each query word that
 * occurs as typed within `besideCharacters`.
 */
const outOfOrderPenalty = 12
const besideBonus = 10
const besideCharacters = 24

/**
 * Returns the part of a passage to show as search result: usually the shortest that contains all query words. `wanted`
 * are the stems of the query's words in order, without common words; `words` are all its words as typed. `beside` is
 * the number of these words in or next to the part; results with a higher number are better.
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
    const score = to - from + (isInOrder ? 0 : outOfOrderPenalty) - beside * besideBonus
    if (best === undefined || score < best.score) best = { from, to, beside, score }
  }
  return best
}

/**
 * Returns how often a search result must contain each word stem: as often as the query does, but not more often than
 * the passage.
 */
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

/**
 * Returns how many words of the query occur as typed, and not only by their stem, in this part of the passage or within
 * `besideCharacters` of it.
 */
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

/** A passage of a transcript as the database stores it. */
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
/**
 * A search result with its rank, by which results are sorted. `isLast`: no further result in the same interview
 * follows.
 */
export type Ranked = Hit & { rank: number; isLast: boolean }

const longestBefore = 140
const longestAfter = 200

/**
 * Returns a search result for a stretch of a passage: the line with its first match, and the surrounding
 * sentence with its matches marked.
 */
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

/**
 * Returns the position at which the sentence around `from` begins or, for a long sentence, at which a word
 * in it begins.
 */
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
