import { micromark } from 'micromark'
import { isLinkPlaceholder } from '#kernel/placeholders.ts'
import type { WrittenBlock, WrittenWord } from '#kernel/written-text.ts'
import type { AnnouncementContent } from '#schema/announcements.ts'

/**
 * micromark extension that leaves all Markdown except headings, lists, links, emphasis and pictures as plain
 * text.
 */
const others = {
  disable: {
    null: [
      'htmlFlow',
      'htmlText',
      'codeFenced',
      'codeIndented',
      'codeText',
      'thematicBreak',
      'blockQuote',
      'definition',
    ],
  },
}

/** Maximum nesting of lists and emphasis; deeper levels are flattened. */
const deepest = 8

const tokens = /<(\/?)([a-z]+[1-6]?)((?:\s[^<>]*)?)>|([^<]+)/g
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' }
const decode = (text: string) =>
  text.replaceAll(/&(amp|lt|gt|quot);/g, (_, name: string) => entities[name]!)

type Words = { words: WrittenWord[]; close?: (words: WrittenWord[]) => void }

/**
 * Parses Markdown into blocks. Converts the HTML that micromark returns, so that a mail contains only elements
 * created here. Call this in a worker thread (markdown-thread.ts), because some texts take long.
 */
export function readMarkdown(markdown: string): AnnouncementContent {
  const html = micromark(flattenLists(markdown), { extensions: [others] })
  const notes = new Set<string>()
  const root: WrittenBlock[] = []
  const blocks: WrittenBlock[][] = [root]
  const lists: WrittenBlock[][][] = []
  let open: Words[] = []

  /**
   * Returns the array to which to append text. If no paragraph is open, opens one; this happens for text directly in a
   * list item.
   */
  function words(): WrittenWord[] {
    if (open.length === 0) {
      const paragraph: WrittenWord[] = []
      blocks.at(-1)!.push({ paragraph })
      open.push({ words: paragraph })
    }
    return open.at(-1)!.words
  }
  function endWords() {
    const last = open[0]?.words.at(-1)
    if (last && 'text' in last) last.text = last.text.trimEnd()
    open = []
  }
  function nest(make: (inner: WrittenWord[]) => WrittenWord[]) {
    const around = words()
    open.push({ words: [], close: (inner) => around.push(...make(inner)) })
  }
  function begin(name: string, attributes: Record<string, string>) {
    if (/^h[1-6]$/.test(name)) {
      endWords()
      const title: WrittenWord[] = []
      blocks.at(-1)!.push({ title, level: Math.min(Number(name[1]), 3) as 1 | 2 | 3 })
      open.push({ words: title })
    } else if (name === 'p') {
      endWords()
      words()
    } else if (name === 'ul' || name === 'ol') {
      endWords()
      const entries: WrittenBlock[][] = []
      const start = name === 'ol' ? { start: Number(attributes.start ?? 1) } : {}
      blocks.at(-1)!.push({ list: entries, ...start })
      lists.push(entries)
    } else if (name === 'li') {
      endWords()
      const entry: WrittenBlock[] = []
      lists.at(-1)?.push(entry)
      blocks.push(entry)
    } else if (name === 'br') words().push({ lineEnd: true })
    else if (name === 'img') words().push(...pictureOf(attributes, notes))
    else if (name === 'a') nest((label) => linkOf(attributes.href ?? '', label, notes))
    else if (open.length > deepest) nest((inner) => inner)
    else if (name === 'strong') nest((strong) => [{ strong }])
    else if (name === 'em') nest((emphasis) => [{ emphasis }])
  }
  function end(name: string) {
    if (name === 'ul' || name === 'ol') lists.pop()
    if (name === 'li') blocks.pop()
    if (['a', 'strong', 'em'].includes(name)) {
      const { words: inner, close } = open.pop()!
      close?.(inner)
    } else endWords()
  }
  for (const [, slash, name, attributes = '', text] of html.matchAll(tokens)) {
    if (text !== undefined) {
      const plain = decode(text).replaceAll(/\s*\n\s*/g, ' ')
      if (open.length === 0 && plain.trim() === '') continue
      const before = words().at(-1)
      const isAtStart = before === undefined ? open.length === 1 : 'lineEnd' in before
      words().push({ text: isAtStart ? plain.trimStart() : plain })
    } else if (slash) end(name!)
    else begin(name!, readAttributes(attributes))
  }
  return { blocks: dropEmpty(root), notes: [...notes] }
}

function readAttributes(text: string): Record<string, string> {
  const found = [...text.matchAll(/([a-z]+)="([^"]*)"/g)]
  return Object.fromEntries(found.map(([, name, value]) => [name!, decode(value!)]))
}

/** Returns the placeholders in a URL, whose braces micromark has percent-encoded. */
const placeholdersIn = (href: string) =>
  [...href.matchAll(/%7B([a-z]\w*)%7D/gi)].map(([, name]) => name!)

/**
 * Returns a link, or only its label if the link is not allowed. A placeholder for a personal link must be the
 * whole URL, because as part of another URL it would reveal the personal link to that URL's host.
 */
function linkOf(href: string, label: WrittenWord[], notes: Set<string>): WrittenWord[] {
  const [way, ...more] = placeholdersIn(href).filter(isLinkPlaceholder)
  if (way && more.length === 0 && href.length === `%7B${way}%7D`.length) {
    return [{ link: `{${way}}`, label }]
  }
  if (way) {
    notes.add(`A link was removed: {${way}} must be the whole address of a link, not part of it.`)
    return label
  }
  const url = URL.parse(href)
  const isKnown = url && ['http:', 'https:', 'mailto:'].includes(url.protocol)
  if (isKnown && href.length <= 2000) return [{ link: href, label }]
  notes.add(
    `A link was removed, because only http, https and mailto links work: ${href.slice(0, 80) || '(empty)'}`,
  )
  return label
}

const uploaded = /^\/images\/[0-9a-f]{32}\.webp$/

function pictureOf(
  { src = '', alt = '' }: Record<string, string>,
  notes: Set<string>,
): WrittenWord[] {
  if (uploaded.test(src)) return [{ picture: src, alt }]
  notes.add(`A picture was removed, because only uploaded pictures work: ${src.slice(0, 80)}`)
  return alt ? [{ text: alt }] : []
}

/** Turns list markers beyond the maximum nesting in one line into text, because parsing them takes quadratic time. */
function flattenLists(markdown: string): string {
  const mark = String.raw`[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+`
  const tooDeep = new RegExp(`^((?:${mark}){${deepest}})[ \\t]*(?=[-*+\\d])`, 'gm')
  return markdown.replaceAll(tooDeep, '$1&#8288;')
}

/** Removes parts of the text that contain neither words nor pictures. */
function dropEmpty(blocks: WrittenBlock[]): WrittenBlock[] {
  return blocks.flatMap((block): WrittenBlock[] => {
    if ('list' in block) {
      const list = block.list.map(dropEmpty).filter((entry) => entry.length > 0)
      return list.length > 0 ? [{ ...block, list }] : []
    }
    const words = 'title' in block ? block.title : block.paragraph
    return words.length > 0 ? [block] : []
  })
}
