/** Line breaks of every kind, a mark at the start, and what no text holds. */
const lineBreaks = /\r\n?|[\u0085\u2028\u2029\v\f]/g
// oxlint-disable-next-line no-control-regex -- they are what is taken out
const invisible = /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u200b\u200e\u200f\u202a-\u202e\ufeff]/g

/**
 * Marks above and below one letter, past what Unicode's stream-safe form allows: putting a run of them in
 * order takes the square of its length, here and in every browser.
 */
const tooManyMarks = /(\p{M}{30})\p{M}+/gu

/**
 * A caption file's text as its lines can be read: one kind of line break, no byte order mark, no control
 * characters, with which headlines are marked later.
 */
export function tidySource(text: string): string {
  const tidy = text.toWellFormed().replace(lineBreaks, '\n').replace(invisible, '')
  return tidy.replace(tooManyMarks, '$1').normalize('NFC')
}

/** `1:02:05.250`, `02:05,25` or `0:12`: hours and the fraction may be missing. */
export const timePattern = String.raw`(?:\d{1,3}:)?\d{1,3}:\d{2}(?:[.,]\d{1,9})?`

/**
 * Milliseconds of a time, whatever its separators: `1:02:05.250`, `00.00.01,000`, `8.42s`; the frames of
 * `00:00:01:12` are dropped. In Microsoft Graph's unpadded times (`0:1:2.90`) the fraction counts
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

/** The words of a caption's line, without what players read for their own use. */
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

/** Whether a line says when each of its words was spoken: then it is not a repeat. */
export function hasWordTimes(line: string): boolean {
  return line.includes('<') && line.search(wordTimes) >= 0
}

function decodeEntity(whole: string, decimal?: string, hex?: string, name?: string) {
  if (name !== undefined) return named[name.toLowerCase()] ?? whole
  const code = decimal === undefined ? Number.parseInt(hex!, 16) : Number(decimal)
  return code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole
}

/** A name before a colon stands within these. */
const labelRoom = 200
const label = /^(?:>>\s*)?\[?([\p{L}\p{N}][^:<>?!;[\]]{0,79})\]?:(?:\s+|$)/u
const particles = new Set(
  'of de da do dos das del della di du la le van von der den ter bin ibn al el y e and &'.split(
    ' ',
  ),
)
const mostWordsOfName = 6
/** "At 10: the doors open" tells a time. */
const tellsTime = /^(?:at|by|from|around|about|until|before|after|since|on|in)\s.*\d/i

const pronoun =
  '(?:she|hers?|he|him|his|they|them|theirs?|ze|zir|hir|xe|xem|it|its|any|all|sie|ihr|er|ihm|elle|il|lui|iel|ella|él|hij|hem|zij|haar)'
const pronouns = new RegExp(
  String.raw`\s{0,9}(?:[-–—|,]\s{0,9}|[([]\s{0,9}|(?<=\s))${pronoun}(?:\s?/\s?${pronoun}){1,3}\s{0,9}[)\]]?$`,
  'iu',
)

/** Returns a name without the pronouns behind it: `Amara Dike - she/her`, `Sam (he/him)`. */
export function dropPronouns(name: string): string {
  return name.replace(pronouns, '')
}

/** What stands before a colon at a line's start, as a name would. */
export function readLabel(text: string): { name: string; rest: string } | undefined {
  const match = label.exec(text.slice(0, labelRoom))
  const name = match?.[1] && dropPronouns(match[1].trim())
  // A clock time has no letter: "10: that was the hour".
  if (!match || !name || !/\p{L}/u.test(name)) return undefined
  return { name, rest: text.slice(match[0].length) }
}

/** Words in capitals, as names, 'Speaker 1' and 'HOST' are; 'The lesson was this' is a sentence. */
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
 * The names that are said to speak, of all that stand before colons at the starts of lines, one list for
 * each cue. "Remember: cash first" in a file without names is nobody's name.
 */
export function findSpeakers(labels: string[][]): Set<string> {
  const counts = new Map<string, number>()
  for (const name of labels.flat()) counts.set(name, (counts.get(name) ?? 0) + 1)
  const share = labels.filter((names) => names.some(isNameLike)).length / labels.length
  const anyShare = labels.filter((names) => names.length > 0).length / labels.length
  const beginsNamed = labels[0]?.some(isNameLike) === true
  const isSpeaker = ([name, count]: [string, number]) => {
    // Some people write their name without capitals.
    if (!isNameLike(name)) return count > 2 && anyShare >= 0.8 && name.split(/\s+/).length < 4
    return share >= 0.5 || count > 1 || (beginsNamed && name.includes(' '))
  }
  return new Set([...counts].filter(isSpeaker).map(([name]) => name))
}
