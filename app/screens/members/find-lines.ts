import type { TranscriptCue } from '#shared/contract/transcripts.ts'
import { foldLetters } from '#shared/fold-letters.ts'

function plain(text: string) {
  return foldLetters(text.normalize('NFC')).toLowerCase()
}

/** The lines that hold what is sought, accents and capitals aside; all of them for nothing. */
export function findLines(cues: TranscriptCue[], sought: string): TranscriptCue[] {
  const wanted = plain(sought.trim())
  return wanted === '' ? cues : cues.filter(({ text }) => plain(text).includes(wanted))
}

/** A text in parts, those that were sought marked. */
export function splitAtSought(text: string, sought: string): { text: string; isFound: boolean }[] {
  const wanted = plain(sought)
  const line = text.normalize('NFC')
  const folded = plain(line)
  // A letter that grows when it is made small would move every mark after it.
  if (wanted === '' || folded.length !== line.length) return [{ text, isFound: false }]
  const parts: { text: string; isFound: boolean }[] = []
  let at = 0
  for (let next = folded.indexOf(wanted); next >= 0; next = folded.indexOf(wanted, at)) {
    parts.push({ text: line.slice(at, next), isFound: false })
    at = next + wanted.length
    parts.push({ text: line.slice(next, at), isFound: true })
  }
  return [...parts, { text: line.slice(at), isFound: false }].filter((part) => part.text !== '')
}

/** Which line is being said: the last that has begun. */
export function findCurrentLine(cues: TranscriptCue[], time: number): number {
  let [low, high] = [0, cues.length]
  while (low < high) {
    const middle = (low + high) >> 1
    // What a player reports is a moment old.
    if (cues[middle]!.start <= time + 0.3) low = middle + 1
    else high = middle
  }
  return low - 1
}
