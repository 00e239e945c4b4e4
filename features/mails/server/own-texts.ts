import { type BodyPlaceholder, readBodyLine } from '#kernel/mail-body.ts'
import type { MailTexts } from '#kernel/mail-texts.ts'
import type { WrittenBlock, WrittenWord } from '#kernel/written-text.ts'
import { fillSubject, fillText, firstWordsOf, type Fillings } from './fill-placeholders.ts'
import type { MailPart, Opening, Words } from './mail-parts.ts'

/** The texts of a notification, in which the organiser's own texts have replaced default ones. */
export type SaidWords = Omit<Words, 'parts'> & {
  parts: MailPart[]
  closing: MailPart[]
  sender?: string
}

type FillContext = { fillings: () => Fillings; origin: string }

/**
 * Replaces default texts of a notification by the organiser's own: subject, opening or whole body, closing and sender
 * name.
 */
export function applyOwnTexts(
  { parts, ...words }: Words,
  own: MailTexts | undefined,
  filling: FillContext,
): SaidWords {
  const line = (text: string) => fillSubject(text, filling.fillings())
  const fact = words.subjectFact === undefined ? '' : `${words.subjectFact}: `
  return {
    ...words,
    ...(own?.subject && { subject: fact + line(own.subject) }),
    ...(own?.sender && { sender: line(own.sender) }),
    ...(own?.body
      ? replaceBody(parts, own.body, filling)
      : {
          parts: parts.flatMap((part) =>
            'opening' in part ? open(part, own?.opening, filling) : [part],
          ),
        }),
    closing: own?.closing ? fillLines(own.closing, filling).map(partOf) : [],
  }
}

function open(
  { opening, fact }: Opening,
  own: string | undefined,
  filling: FillContext,
): MailPart[] {
  if (!own) return [{ text: fact === undefined ? opening : `${opening} ${fact}` }]
  if (fact === undefined) return fillLines(own, filling).map(partOf)
  // The text after an organiser's own opening is the product's sentence with the facts, such as the event's date.
  return fillLines(own, filling, ` ${capitalise(fact)}`).map(partOf)
}

/** The sentence with the facts may continue the default opening, and then begins with a small letter. */
function capitalise(fact: string) {
  return fact.charAt(0).toUpperCase() + fact.slice(1)
}

/** Returns the body placeholder that inserts a default part of a mail. */
export function placeholderOf(part: MailPart | Opening): BodyPlaceholder {
  if ('opening' in part) return 'notice'
  if (part.placeholder) return part.placeholder
  if ('heading' in part) return 'heading'
  return 'facts' in part ? 'details' : 'link'
}

/**
 * Replaces all parts of a notification by the organiser's own body, with its greeting. A body placeholder for which
 * this mail has no part leaves no trace.
 */
function replaceBody(
  parts: Words['parts'],
  body: string,
  { fillings, origin }: FillContext,
): Pick<SaidWords, 'parts' | 'preview' | 'greetsItself'> {
  const button = parts.find((part) => 'button' in part && placeholderOf(part) === 'link')
  const address = button && 'button' in button ? button.address : `${origin}/`
  const link = { words: address, address, isFallback: !button }
  const filling = { fillings: () => ({ ...fillings(), link }), origin }
  const inserted = (name: BodyPlaceholder) =>
    parts
      .filter((part) => placeholderOf(part) === name)
      .flatMap((part): MailPart[] => {
        if (!('opening' in part)) return [part]
        return part.fact === undefined ? [] : [{ text: capitalise(part.fact) }]
      })
  const written: WrittenBlock[] = []
  const own = body.split('\n').flatMap((line) => {
    const name = readBodyLine(line)
    if (name) return inserted(name)
    const paragraphs = fillLines(line, filling)
    written.push(...paragraphs)
    return paragraphs.map(partOf)
  })
  return { parts: own, preview: firstWordsOf(written), greetsItself: true }
}

type Paragraph = Extract<WrittenBlock, { paragraph: WrittenWord[] }>

/** Returns one paragraph per line of the text; `end` is appended to the last paragraph. */
function fillLines(text: string, { fillings, origin }: FillContext, end = ''): Paragraph[] {
  const lines = text.split('\n')
  return lines.map((line, at) => {
    const [filled] = fillText([{ paragraph: [{ text: line }] }], fillings(), origin)
    const words = filled && 'paragraph' in filled ? filled.paragraph : []
    return { paragraph: at === lines.length - 1 && end ? [...words, { text: end }] : words }
  })
}

/** Converts a paragraph to a part of a mail: to plain text if it has no links or formatting. */
function partOf(paragraph: Paragraph): MailPart {
  const texts = paragraph.paragraph.map((word) => ('text' in word ? word.text : undefined))
  if (texts.every((text) => text !== undefined)) return { text: texts.join('') }
  return { written: [paragraph] }
}

/**
 * Returns the parts of all notifications in a mail. If several bodies of an organiser begin with the same paragraph,
 * which is their greeting, only the first one keeps it.
 */
export function joinNotifications(described: SaidWords[]): MailPart[] {
  const greeting = JSON.stringify(described[0]?.parts[0])
  return described.flatMap(({ parts, greetsItself }, at) =>
    at > 0 && greetsItself && JSON.stringify(parts[0]) === greeting ? parts.slice(1) : parts,
  )
}

/** Returns the closing texts of all notifications in a mail. A text that several of them have is returned once. */
export function closeMail(described: SaidWords[]): MailPart[] {
  const closings = new Map(described.map(({ closing }) => [JSON.stringify(closing), closing]))
  return [...closings.values()].flat()
}
