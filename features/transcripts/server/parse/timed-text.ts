import {
  isShort,
  shortLine,
  type CaptionBlock,
  type CaptionBlocks,
  type Skipped,
} from './formats.ts'
import { dropPronouns, isNameLike, readTime, timePattern } from './lines.ts'

const noHalfDay = String.raw`(?!:?\d|\s*[ap]\.?m\b)`
const leading = new RegExp(
  String.raw`^(?:[-•*]\s+|@\s?)?([[(]?)(${timePattern})${noHalfDay}(?:\s*(?:-|–|—|to)\s*(${timePattern}))?[\])]?:?\s*(?:[-–—|]\s+)?`,
  'i',
)
/** Matches a line above the spoken text with speaker and time, such as `Amara Dike-Laurent   0:12`. */
const trailing = new RegExp(
  String.raw`^\s*(\S[^\d[(]{0,79}?\S|\S)[\s,–-]+([[(]?)(${timePattern})${noHalfDay}[\])]?:?\s*$`,
  'i',
)
/**
 * Matches a speaker with a time in brackets: `Amara (00:12):`, `Amara: [00:12] Good evening`, `Amara [00:12]: Good
 * evening`.
 */
const named = new RegExp(
  String.raw`^([\p{L}\p{N}][^[\](){}<>:]{0,79})(:?)\s{0,9}[[(](${timePattern})[\])](:?)\s{0,9}(.*)$`,
  'u',
)
const spelledOut = /^\s*\d+ (?:hour|minute|second)s?(?:,? \d+ (?:minute|second)s?)*\s*/i

/** Matches headings, anchors and emphasis in Markdown, which Descript and Google Docs export. */
const markdown = /^\s{0,9}#{1,6}\s|\s?\{#[^{}]{0,80}\}|\*\*|__|\\(?=[[\]()*_.-])/g
const separator = /^\s*[-_=*~\s]{3,80}$/
/** Matches lines that meeting programs add to a transcript, such as who started the transcription. */
const boilerplate = [
  /\S (?:started|stopped) transcription\.?\s*$/i,
  /\S hat die Transkription (?:gestartet|beendet)\.?\s*$/i,
  /^\s*(?:ACTION ITEM|SCREEN SHARING|VIEW RECORDING)\b/,
]
const footer =
  /^\s*(?:Transcription (?:ended|stopped)\b|This (?:editable )?transcript (?:was|is) |(?:Transcribed|Generated|Created|Powered) (?:by|with|using) .{0,80}(?:https?:|\.(?:ai|com|io)\b|otter|rev\b|descript|fathom|whisper|sonix|trint))/i

const notSpoken = 'Not spoken: added by a program.'
const beforeFirst = 'Before the first time.'

type Stamp = {
  index: number
  startMs: number
  endMs: number | undefined
  isBracketed: boolean
  name: string | null
  rest: string
}

/** Parses text with a start time before or above each line; undefined if it contains no times. */
export function readTimedText(source: string[]): CaptionBlocks | undefined {
  const lines = source.map(
    (line) => line.slice(0, shortLine).replace(markdown, '') + line.slice(shortLine),
  )
  const isAdded = (line: string) => isShort(line) && boilerplate.some((words) => words.test(line))
  const isFooter = (line: string) => isShort(line) && footer.test(line)
  const found = lines.flatMap((line, index) =>
    isAdded(line) || isFooter(line) ? [] : (findStamp(line, index) ?? []),
  )
  const bracketed = found.filter(({ isBracketed }) => isBracketed)
  const alike = bracketed.length * 2 >= found.length ? bracketed : found
  const rising = risingStamps(alike)
  if (rising.length === 0) return undefined
  const { stamps, names } = nameStamps(rising, lines)
  const skipped: Skipped[] = []
  const skip = (index: number, reason: string) => {
    if (lines[index]!.trim() !== '') skipped.push({ index, reason })
  }
  for (let index = 0; index < stamps[0]!.index; index++) {
    if (!names.has(index)) skip(index, beforeFirst)
  }
  const blocks = stamps.map((stamp, position): CaptionBlock => {
    const next = stamps[position + 1]?.index ?? lines.length
    const words = stamp.rest.trim() === '' ? [] : [stamp.rest]
    let isOver = false
    for (let index = stamp.index + 1; index < next; index++) {
      const line = lines[index]!
      isOver ||= isFooter(line) && position === stamps.length - 1
      if (isOver || isFooter(line) || isAdded(line)) skip(index, notSpoken)
      else if (isShort(line) && separator.test(line)) skip(index, 'No text.')
      // In transcripts copied from a web page, each time is followed by the same time in words, for screen readers.
      else if (!names.has(index) && line.trim() !== '') {
        words.push(words.length === 0 ? dropSpelledOut(line) : line)
      }
    }
    const { index, startMs, endMs, name } = stamp
    return { index, startMs, endMs, name, lines: words }
  })
  return { blocks, skipped }
}

function dropSpelledOut(line: string) {
  return line.slice(0, shortLine).replace(spelledOut, '') + line.slice(shortLine)
}

function findStamp(line: string, index: number): Stamp | undefined {
  const begun = line.trimStart()
  const before = leading.exec(begun.slice(0, shortLine))
  if (before) {
    const [whole, bracket, start = '', end] = before
    const endMs = end === undefined ? undefined : readTime(end)
    const rest = begun.slice(whole.length)
    return { index, startMs: readTime(start), endMs, isBracketed: bracket !== '', name: null, rest }
  }
  const head = begun.slice(0, shortLine)
  const [, name = '', colon, start = '', colonAfter, rest = ''] = named.exec(head) ?? []
  if (start !== '') {
    const hasColon = Boolean(colon || colonAfter)
    const isName = isNameLike(name) || (hasColon && name.trim().split(/\s+/).length <= 3)
    if (isName && (hasColon || rest.trim() === '')) {
      const whole = rest + begun.slice(shortLine)
      const speaker = { name: dropPronouns(name.trim()), rest: whole }
      return { index, startMs: readTime(start), endMs: undefined, isBracketed: true, ...speaker }
    }
  }
  const after = line.length < 120 ? trailing.exec(line) : null
  if (!after || !isNameLike(after[1]!)) return undefined
  const [, above = '', bracket, time = ''] = after
  const isBracketed = bracket !== ''
  const speaker = { name: dropPronouns(above.replace(/:$/, '')), rest: '' }
  return { index, startMs: readTime(time), endMs: undefined, isBracketed, ...speaker }
}

/** Returns the name of a speaker without the company that Fathom appends; undefined if the line is spoken text. */
function nameOf(line: string | undefined): string | undefined {
  if (!line || line.length > 120 || /[.!?,…]\s*$/.test(line)) return undefined
  const name = line
    .replace(/\([^()]{0,80}\)\s*$/, '')
    .replace(/:\s*$/, '')
    .trim()
  return name !== '' && isNameLike(name) ? dropPronouns(name) : undefined
}

/**
 * Finds the speaker of each time: the text after the time (Fathom) or the line above it (Webex), if it looks like a
 * name for every time. Also returns which lines are names, so that they are not taken for spoken text.
 */
function nameStamps(stamps: Stamp[], lines: string[]): { stamps: Stamp[]; names: Set<number> } {
  const names = new Set<number>()
  if (stamps.length < 2 || stamps.some(({ name }) => name !== null)) return { stamps, names }
  const isBlank = (index: number) => (lines[index] ?? '').trim() === ''
  const next = new Set(stamps.map(({ index }) => index))
  const following = stamps.map(({ rest, index }) =>
    isBlank(index + 1) || next.has(index + 1) ? undefined : nameOf(rest),
  )
  if (following.every((name) => name !== undefined)) {
    return {
      stamps: stamps.map((stamp, at) => ({ ...stamp, name: following[at]!, rest: '' })),
      names,
    }
  }
  const above = stamps.map(({ rest, index }) =>
    rest.trim() === '' && isBlank(index - 2) ? nameOf(lines[index - 1]) : undefined,
  )
  if (above.some((name) => name === undefined)) return { stamps, names }
  for (const { index } of stamps) names.add(index - 1)
  return { stamps: stamps.map((stamp, at) => ({ ...stamp, name: above[at]! })), names }
}

/**
 * Returns the longest ascending series of times, which excludes a time of day that is spoken at the start of a line,
 * such as "7:30 in the morning".
 */
function risingStamps(stamps: Stamp[]): Stamp[] {
  const tails: number[] = []
  const before: number[] = []
  for (const [position, { startMs }] of stamps.entries()) {
    let [low, high] = [0, tails.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (stamps[tails[middle]!]!.startMs <= startMs) low = middle + 1
      else high = middle
    }
    before.push(low > 0 ? tails[low - 1]! : -1)
    tails[low] = position
  }
  const rising: Stamp[] = []
  for (let at = tails.at(-1) ?? -1; at >= 0; at = before[at]!) rising.push(stamps[at]!)
  return rising.toReversed()
}
