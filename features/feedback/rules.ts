/** Minutes after the end of an event at which its question is sent: the default, and the limits. */
export const feedbackMinutes = { usual: 60, least: 5, most: 7 * 24 * 60 } as const

/** Numbers of answers of a question, and maximum lengths in characters. */
export const feedbackLimits = {
  fewestOptions: 2,
  mostOptions: 5,
  question: 200,
  option: 80,
  text: 4000,
  quote: 400,
} as const

/** The question unless the organiser writes another one. */
export const usualFeedback = {
  question: 'Was it worth your time?',
  options: ['Yes, very much', 'Mostly', 'Not really', 'No'],
}

/** Milliseconds after an answer was first given in which it can be changed. */
export const answerChangeMs = 7 * 24 * 60 * 60_000

/** Returns a text in the form in which comments and quotes are compared: with single spaces, and `…` for dots. */
export function normaliseQuote(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/\.{3,}/g, '…')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

const wordCharacter = /[\p{L}\p{M}\p{N}]/u
const hyphen = /[-‐‑−]/

/** Returns the positions at which a passage may begin or end: between words, and not at a hyphen within a word. */
function findBreaks(text: string): Set<number> {
  const segments = new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text)
  const isWord = (at: number) =>
    wordCharacter.test(String.fromCodePoint(text.codePointAt(at) ?? 32))
  const isHyphen = (at: number) => hyphen.test(text.charAt(at))
  const isInWord = (at: number) =>
    (isHyphen(at - 1) && isWord(at)) || (isHyphen(at) && isWord(at - 1) && isWord(at + 1))
  const starts = [...segments].map(({ index }) => index).filter((at) => !isInWord(at))
  return new Set([...starts, text.length])
}

/**
 * Returns whether a quote consists of whole words of a comment in their order, with `…` in place of each omission, also
 * at the beginning and the end. Both texts must be normalised.
 */
export function isShortenedFrom(comment: string, quote: string): boolean {
  const breaks = findBreaks(comment)
  const passages = quote.split('…').map((passage) => passage.trim())
  if (passages.every((passage) => passage === '')) return false
  let end = 0
  for (const [at, passage] of passages.entries()) {
    if (passage === '') continue
    const isLast = at === passages.length - 1
    const first = isLast ? Math.max(end, comment.length - passage.length) : end
    const start = findPassage(comment, passage, { from: first, breaks })
    if (start === -1 || (at === 0 && start !== 0)) return false
    end = start + passage.length
    if (isLast && end !== comment.length) return false
  }
  return true
}

type Search = { from: number; breaks: Set<number> }

function findPassage(comment: string, passage: string, { from, breaks }: Search): number {
  let start = comment.indexOf(passage, from)
  while (start !== -1 && !(breaks.has(start) && breaks.has(start + passage.length))) {
    start = comment.indexOf(passage, start + 1)
  }
  return start
}
