import {
  findPlaceholders,
  isLinkPlaceholder,
  placeholderPattern,
  placeholders,
  type Placeholder,
} from '#kernel/placeholders.ts'
import { cleanLine } from '#kernel/clean-line.ts'
import { formatEventDate, formatEventTime } from '#kernel/event-time.ts'
import { replaceWords, type WrittenBlock, type WrittenWord } from '#kernel/written-text.ts'
import { inertLinkKey, makeLinkToken } from '#platform/signed-links/signed-links.ts'
import { readName } from './greet.ts'
import type { MailDefinition, Notification, WordsContext } from './mail-kind.ts'
import { textOfWords } from './render-written.ts'

/**
 * The text that replaces a placeholder in one mail, and the URL if that text is a link. `isFallback`: the reader has no
 * value, so a general text is used.
 */
type Filling = { words: string; address?: string; isFallback: boolean }
export type Fillings = Record<Placeholder, Filling>

/**
 * Returns the values of all placeholders for one reader. Placeholders and Markdown within a value have no
 * effect.
 */
export function fillingsFor(
  about: Notification,
  context: WordsContext,
  { isToNobody }: Pick<MailDefinition, 'isToNobody'> = {},
): Fillings {
  const { event } = about
  const { display, links } = context
  const text = (name: Placeholder, value: string | null | undefined): Filling => {
    const words = cleanLine(value ?? '')
    return words ? { words, isFallback: false } : { words: placeholders[name], isFallback: true }
  }
  const link = (name: Placeholder, address: string | undefined): Filling =>
    address === undefined
      ? { words: placeholders[name], address: event ? links.event : links.site, isFallback: true }
      : { words: address, address, isFallback: false }
  const isCrewsAlone = about.crew && !about.registration
  return {
    firstName: text('firstName', readName(context.firstName)),
    series: text('series', context.seriesName),
    event: text('event', event?.title),
    guest: text('guest', event?.speakerName),
    date: text('date', event && formatEventDate(event, display.zone)),
    time: text('time', event && formatEventTime(event, display)),
    joinLink: link('joinLink', joinLinkOf(about, context)),
    libraryLink: link('libraryLink', isCrewsAlone || isToNobody ? undefined : links.enter),
  }
}

/**
 * Returns the reader's join link. Test mails to readers without a registration contain a link that does not
 * work.
 */
function joinLinkOf({ event, registration }: Notification, context: WordsContext) {
  if (!event) return undefined
  if (registration) return context.links.join
  const { outboxEntry, origin } = context
  if (!outboxEntry.isTest) return undefined
  return `${origin}/join/${makeLinkToken(inertLinkKey, 'join', outboxEntry)}`
}

/**
 * Replaces the placeholders in a single line, such as a subject. Personal links become their general texts, because
 * logs and lists display such lines.
 */
export function fillLine(text: string, fillings: Fillings): string {
  const filled = text.replaceAll(placeholderPattern, (whole, name: string) => {
    if (isLinkPlaceholder(name)) return placeholders[name]
    return fillingOf(fillings, name)?.words ?? whole
  })
  return cleanLine(filled)
}

/**
 * Fills the placeholders of a subject or sender name. Splits `=?`, so that mail clients do not decode it as
 * a MIME encoded word.
 */
export function fillSubject(subject: string, fillings: Fillings): string {
  return fillLine(subject, fillings).replaceAll('=?', '=\u200B?')
}

/**
 * Fills the placeholders of a URL. Percent-encodes their values, so that they cannot change the URL's host
 * or path. read-markdown.ts rejects personal links within URLs.
 */
function fillAddress(address: string, fillings: Fillings): string {
  return address.replaceAll(/%7B([a-z]\w*)%7D/gi, (whole, name: string) => {
    const words = isLinkPlaceholder(name) ? undefined : fillingOf(fillings, name)?.words
    return words === undefined ? whole : encodeURIComponent(words)
  })
}

function fillingOf(fillings: Fillings, name: string): Filling | undefined {
  return Object.hasOwn(fillings, name) ? fillings[name as Placeholder] : undefined
}

/** Fills the placeholders of a text in one pass, and makes picture URLs absolute. */
export function fillText(
  blocks: WrittenBlock[],
  fillings: Fillings,
  origin: string,
): WrittenBlock[] {
  return replaceWords(blocks, (leaf) => {
    if ('text' in leaf) return fillWords(leaf.text, fillings)
    if ('picture' in leaf) {
      const { picture, alt } = leaf
      return [{ picture: `${origin}${picture}`, alt: fillLine(alt, fillings) }]
    }
    const name = /^\{(\w+)\}$/.exec(leaf.link)?.[1]
    const address =
      name === undefined ? fillAddress(leaf.link, fillings) : fillingOf(fillings, name)?.address
    const label = withoutLinks(leaf.label)
    return address === undefined ? label : [{ link: address, label }]
  })
}

function fillWords(text: string, fillings: Fillings): WrittenWord[] {
  const words: WrittenWord[] = []
  let from = 0
  for (const found of text.matchAll(placeholderPattern)) {
    const filling = fillingOf(fillings, found[1]!)
    if (!filling) continue
    words.push({ text: text.slice(from, found.index) })
    const { address, words: shown } = filling
    words.push(address ? { link: address, label: [{ text: shown }] } : { text: shown })
    from = found.index + found[0].length
  }
  words.push({ text: text.slice(from) })
  return words.filter((word) => !('text' in word) || word.text !== '')
}

/** Replaces links by their labels, because HTML links cannot be nested. */
function withoutLinks(words: WrittenWord[]): WrittenWord[] {
  return words.flatMap((word) => {
    if ('link' in word) return withoutLinks(word.label)
    if ('strong' in word) return [{ strong: withoutLinks(word.strong) }]
    return 'emphasis' in word ? [{ emphasis: withoutLinks(word.emphasis) }] : [word]
  })
}

const longestPreview = 140

/**
 * Returns the beginning of the text without URLs, as the preview that mail clients show next to the
 * subject.
 */
export function firstWordsOf(blocks: WrittenBlock[]): string {
  const plain = replaceWords(blocks, (leaf) => {
    if ('text' in leaf) return [leaf]
    if ('picture' in leaf) return []
    return textOfWords(leaf.label).includes('://') ? [] : leaf.label
  })
  const lines = plain.flatMap((block) => {
    if ('list' in block) return []
    return [textOfWords('title' in block ? block.title : block.paragraph)]
  })
  const line = cleanLine(lines.join(' '))
  return line.length > longestPreview
    ? `${line.slice(0, longestPreview - 1).toWellFormed()}…`
    : line
}

/**
 * Returns the placeholders in `texts` for which this reader has no value, each with the general text that replaces it.
 */
export function listFallbacks(texts: string[], fillings: Fillings) {
  const named = new Set(texts.flatMap(findPlaceholders))
  return [...named]
    .filter((name) => fillings[name].isFallback)
    .map((name) => ({ placeholder: name, words: fillings[name].words }))
}
