import type { MailTexts } from '#kernel/mail-texts.ts'
import type { WrittenWord } from '#kernel/written-text.ts'
import { fillSubject, fillText, type Fillings } from './fill-placeholders.ts'
import type { MailPart, Opening, Words } from './mail-kind.ts'

/** The texts of a notification with the organiser's changes. */
export type SaidWords = Omit<Words, 'parts'> & {
  parts: MailPart[]
  closing: MailPart[]
  sender?: string
}

type Filling = { fillings: () => Fillings; origin: string }

/**
 * Returns the texts of a kind with the organiser's subject, opening, closing and sender. The rest of the
 * mail stays unchanged.
 */
export function applyOwnTexts(
  { parts, ...words }: Words,
  own: MailTexts | undefined,
  filling: Filling,
): SaidWords {
  const line = (text: string) => fillSubject(text, filling.fillings())
  const fact = words.subjectFact === undefined ? '' : `${words.subjectFact}: `
  return {
    ...words,
    ...(own?.subject && { subject: fact + line(own.subject) }),
    ...(own?.sender && { sender: line(own.sender) }),
    parts: parts.flatMap((part) =>
      'opening' in part ? open(part, own?.opening, filling) : [part],
    ),
    closing: own?.closing ? fillLines(own.closing, filling) : [],
  }
}

function open({ opening, fact }: Opening, own: string | undefined, filling: Filling): MailPart[] {
  if (!own) return [{ text: fact === undefined ? opening : `${opening} ${fact}` }]
  if (fact === undefined) return fillLines(own, filling)
  // The fact starts with a capital letter, because any text may precede it.
  return fillLines(own, filling, ` ${fact.charAt(0).toUpperCase()}${fact.slice(1)}`)
}

/** Returns a paragraph per line; `end` is appended to the last one. */
function fillLines(text: string, { fillings, origin }: Filling, end = ''): MailPart[] {
  const lines = text.split('\n')
  return lines.map((line, at) => {
    const [filled] = fillText([{ paragraph: [{ text: line }] }], fillings(), origin)
    const words = filled && 'paragraph' in filled ? filled.paragraph : []
    return partOf(at === lines.length - 1 && end ? [...words, { text: end }] : words)
  })
}

/** Text without links becomes an ordinary text part. */
function partOf(words: WrittenWord[]): MailPart {
  const texts = words.map((word) => ('text' in word ? word.text : undefined))
  if (texts.every((text) => text !== undefined)) return { text: texts.join('') }
  return { written: [{ paragraph: words }] }
}
