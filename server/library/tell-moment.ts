import { markEnd, markStart } from '#shared/search-marks.ts'
import type { MarkedWord } from './find-cover.ts'

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
