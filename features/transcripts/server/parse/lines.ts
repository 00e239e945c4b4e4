/** Matches all kinds of line breaks. */
const lineBreaks = /\r\n?|[\u0085\u2028\u2029\v\f]/g
// oxlint-disable-next-line no-control-regex -- they are what is taken out
const invisible = /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u200b\u200e\u200f\u202a-\u202e\ufeff]/g

/**
 * Matches more than 30 combining marks in a row, the limit of Unicode's stream-safe format. Normalising a long run
 * takes quadratic time, on the server and in browsers.
 */
const tooManyMarks = /(\p{M}{30})\p{M}+/gu

/**
 * Normalises line breaks, limits combining marks, and removes the byte order mark and invisible and control
 * characters, which search results use as markers.
 */
export function tidySource(text: string): string {
  const tidy = text.toWellFormed().replace(lineBreaks, '\n').replace(invisible, '')
  return tidy.replace(tooManyMarks, '$1').normalize('NFC')
}

/** Matches `1:02:05.250`, `02:05,25` or `0:12`; hours and fraction are optional. */
export const timePattern = String.raw`(?:\d{1,3}:)?\d{1,3}:\d{2}(?:[.,]\d{1,9})?`

/**
 * Returns the milliseconds of a time with any separators, such as `1:02:05.250`, `00.00.01,000` or `8.42s`; drops the
 * frames of `00:00:01:12`. In unpadded times of Microsoft Graph, such as `0:1:2.90`, the fraction is a number of
 * milliseconds.
 */
export function readTime(text: string, isUnpadded = false): number {
  const groups = text.match(/\d+/g) ?? []
  const signs = text.match(/[:.,;]/g) ?? []
  const last = signs.at(-1) ?? ':'
  const isDecimal = last === '.' || last === ','
  const hasFraction =
    groups.length === 4 || (isDecimal && (groups.length === 2 || signs[0] !== last))
  const fraction = (hasFraction && groups.pop()) || '0'
  const seconds = groups.reduce((total, part) => total * 60 + Number(part), 0)
  if (!isDecimal && fraction.length < 3) return seconds * 1000
  const isCount = isUnpadded && fraction.length <= 3
  return seconds * 1000 + Math.round(Number(isCount ? fraction : `0.${fraction}e3`))
}

const wordTimes = /<\d[\d:.,]{0,30}>/g
const breaks = /<br\s{0,9}\/?>/gi
const tags = /<\/?(?:c|i|b|u|s|v|em|strong|font|span|ruby|rt|lang)(?:[.\s/][^<>]{0,200})?>/gi
const positions = /\{\\[^{}]{0,200}\}/g
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

const marked = /[<{&]/

/** Returns the text of a caption's line without formatting tags. */
export function stripMarkup(line: string): string {
  const bare = marked.test(line) ? dropMarkup(line) : line
  return bare.replaceAll(/\s+/g, ' ').trim()
}

function dropMarkup(line: string): string {
  const bare = line
    .replace(wordTimes, '')
    .replace(breaks, ' ')
    .replace(tags, '')
    .replace(positions, '')
    .replace(tooManyMarks, '$1')
  return bare.includes('&') ? tidySource(bare.replace(entities, decodeEntity)) : bare
}

/** Returns whether a caption's line contains a time for each word; rolling captions have these only in new lines. */
export function hasWordTimes(line: string): boolean {
  return line.includes('<') && line.search(wordTimes) >= 0
}

function decodeEntity(whole: string, decimal?: string, hex?: string, name?: string) {
  if (name !== undefined) return named[name.toLowerCase()] ?? whole
  const code = decimal === undefined ? Number.parseInt(hex!, 16) : Number(decimal)
  return code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole
}

/** Number of characters at the start of a line in which a speaker's name with a colon is searched. */
const labelRoom = 200
const label = /^(?:>>\s*)?\[?([\p{L}\p{N}][^:<>?!;[\]]{0,79})\]?:(?:\s+|$)/u
const particles = new Set(
  'of de da do dos das del della di du la le van von der den ter bin ibn al el y e and &'.split(
    ' ',
  ),
)
const mostWordsOfName = 6
/** Matches a text before a colon that names a time instead of a speaker, as in "At 10: the doors open". */
const tellsTime = /^(?:at|by|from|around|about|until|before|after|since|on|in)\s.*\d/i

const pronoun =
  '(?:she|hers?|he|him|his|they|them|theirs?|ze|zir|hir|xe|xem|it|its|any|all|sie|ihr|er|ihm|elle|il|lui|iel|ella|él|hij|hem|zij|haar)'
const pronouns = new RegExp(
  String.raw`\s{0,9}(?:[-–—|,]\s{0,9}|[([]\s{0,9}|(?<=\s))${pronoun}(?:\s?/\s?${pronoun}){1,3}\s{0,9}[)\]]?$`,
  'iu',
)

/** Removes the pronouns that follow a speaker's name, as in `Amara Dike - she/her` or `Sam (he/him)`. */
export function dropPronouns(name: string): string {
  return name.replace(pronouns, '')
}

/** Splits a line at its first colon if the part before it could be a speaker's name; undefined otherwise. */
export function readLabel(text: string): { name: string; rest: string } | undefined {
  const match = label.exec(text.slice(0, labelRoom))
  const name = match?.[1] && dropPronouns(match[1].trim())
  // A speaker's name contains a letter, unlike the time in "10: that was the hour".
  if (!match || !name || !/\p{L}/u.test(name)) return undefined
  return { name, rest: text.slice(match[0].length) }
}

/**
 * Returns whether a text before a colon looks like a speaker's name: at most six words, each capitalised or a
 * particle such as 'van', as in 'Amara Dike', 'Speaker 1' and 'HOST', but not in 'The lesson was this'.
 */
export function isNameLike(name: string): boolean {
  const words = dropPronouns(name.trim()).split(/\s+/)
  return (
    words.length <= mostWordsOfName &&
    /^\p{L}/u.test(name.trim()) &&
    !tellsTime.test(name.trim()) &&
    !/\p{Ll}/u.test(words[0]!.charAt(0)) &&
    words.every((word) => particles.has(word) || /^["'(#]?[\p{Lu}\p{Lt}\p{Lo}\p{N}]/u.test(word))
  )
}

/**
 * Returns the names of speakers among all texts before colons; `labels` contains one list per caption. A text that
 * occurs once in a file without speakers, as in "Remember: cash first", is not a speaker.
 */
export function findSpeakers(labels: string[][]): Set<string> {
  const counts = new Map<string, number>()
  for (const name of labels.flat()) counts.set(name, (counts.get(name) ?? 0) + 1)
  const share = labels.filter((names) => names.some(isNameLike)).length / labels.length
  const anyShare = labels.filter((names) => names.length > 0).length / labels.length
  const beginsNamed = labels[0]?.some(isNameLike) === true
  const isSpeaker = ([name, count]: [string, number]) => {
    // Accept names in lower case only if they are frequent and almost every caption has a name.
    if (!isNameLike(name)) return count > 2 && anyShare >= 0.8 && name.split(/\s+/).length < 4
    return share >= 0.5 || count > 1 || (beginsNamed && name.includes(' '))
  }
  return new Set([...counts].filter(isSpeaker).map(([name]) => name))
}
