import { tidySource } from './tidy-source.ts'

const wordTimes = /<\d[\d:.,]*>/g
const breaks = /<br\s*\/?>/gi
const tags = /<\/?(?:c|i|b|u|s|v|em|strong|font|span|ruby|rt|lang)(?:[.\s/][^<>]*)?>/gi
const positions = /\{\\[^{}]*\}/g
const entities = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi
const named: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  lrm: '',
  rlm: '',
  ndash: '–',
  mdash: '—',
  hellip: '…',
}

/** The words of a caption's line, without what players read for their own use. */
export function stripMarkup(line: string): string {
  const bare = line
    .replace(wordTimes, '')
    .replace(breaks, ' ')
    .replace(tags, '')
    .replace(positions, '')
  const decoded = bare.includes('&') ? tidySource(bare.replace(entities, decodeEntity)) : bare
  return decoded.replaceAll(/\s+/g, ' ').trim()
}

/** Whether a line says when each of its words was spoken: then it is not a repeat. */
export function hasWordTimes(line: string): boolean {
  return line.includes('<') && line.search(wordTimes) >= 0
}

function decodeEntity(whole: string, decimal?: string, hex?: string, name?: string) {
  if (name !== undefined) return named[name.toLowerCase()] ?? whole
  const code = decimal === undefined ? Number.parseInt(hex!, 16) : Number(decimal)
  return code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole
}
