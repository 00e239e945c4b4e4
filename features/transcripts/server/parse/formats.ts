import { readTime, timePattern, isNameLike } from './lines.ts'

/** A stretch of a transcript as it stands in its file, before its words are looked at. */
export type CaptionBlock = {
  startMs: number
  /** Missing where the source names only when something begins. */
  endMs: number | undefined
  /** Who speaks, where the source says so outside of the words. */
  name: string | null
  lines: string[]
}

type CaptionBlocks = { blocks: CaptionBlock[]; language?: string; warnings: string[] }

const arrow = String.raw`(?:-{1,2}\s?>|—>|→)`
const timing = new RegExp(
  String.raw`^\s*(${timePattern})\s*${arrow}\s*(${timePattern})(?:\s+(.*))?$`,
)
const timingOfSbv = new RegExp(String.raw`^\s*(${timePattern}),(${timePattern})\s*$`)
const brokenTiming = /^[\d\s:.,;x?-]{4,40}-->[\d\s:.,;x?-]{4,40}$/i
const setting = /^[a-z]+:\S+$/i
const heading = /^(?:NOTE|STYLE|REGION)(?:\s|$)/
/** Webex names who speaks in the id: `12 "Amara Dike-Laurent" (3441)`. */
const namingId = /^\d+\s+"([^"]{1,80})"(?:\s+\(\d+\))?$/

type Timing = { startMs: number; endMs: number; rest: string }

/** A line of times, an id or a heading is shorter; so patterns can be tried on it that go back. */
const shortLine = 400

function isShort(line: string) {
  return line.length < shortLine
}

function matchTiming(line: string, pattern: RegExp): Timing | undefined {
  const match = isShort(line) ? pattern.exec(line) : null
  if (!match) return undefined
  const rest = (match[3] ?? '').trim()
  const isSettings = rest.split(/\s+/).every((word) => setting.test(word))
  return {
    startMs: readTime(match[1]!),
    endMs: readTime(match[2]!),
    rest: isSettings ? '' : rest,
  }
}

/** `.vtt`, `.srt` or `.sbv`: undefined where no line says from when to when. */
export function readCaptionFile(lines: string[]): CaptionBlocks | undefined {
  const timings = findTimings(lines)
  const [first] = timings.keys()
  if (first === undefined) return undefined
  const isVtt = lines.slice(0, first).some((line) => line.trimStart().startsWith('WEBVTT'))
  const language = isVtt ? findLanguage(lines.slice(0, first)) : undefined
  const ids = createIds(lines, isVtt)
  const blocks: CaptionBlock[] = []
  const starts = [...timings]
  let name = ids.take(-1, first)
  let broken = 0
  for (const [position, [index, { startMs, endMs, rest }]] of starts.entries()) {
    const next = starts[position + 1]?.[0] ?? lines.length
    const nextName = next === lines.length ? undefined : ids.take(index, next)
    const body = lines.slice(index + 1, nextName === undefined ? next : next - 1)
    const spoken = [rest, ...(isVtt ? withoutHeadings(body) : body)]
    const words = spoken.filter((line) => !brokenTiming.test(line))
    broken += spoken.length - words.length
    blocks.push({ startMs, endMs, name: name ?? null, lines: words.filter((line) => line.trim()) })
    name = nextName
  }
  const warning = `${broken} lines with times could not be read: their words stand with the line before.`
  return { blocks, ...(language && { language }), warnings: broken > 0 ? [warning] : [] }
}

function findTimings(lines: string[]): Map<number, Timing> {
  for (const [pattern, sign] of [
    [timing, /[>→]/],
    [timingOfSbv, /,/],
  ] as const) {
    const found = new Map<number, Timing>()
    for (const [index, line] of lines.entries()) {
      const match = sign.test(line) ? matchTiming(line, pattern) : undefined
      if (match) found.set(index, match)
    }
    if (found.size > 0) return found
  }
  return new Map()
}

function findLanguage(header: string[]): string | undefined {
  const short = header.filter(isShort)
  return short.map((line) => /^Language:\s*([\w-]{2,20})\s*$/i.exec(line)?.[1]).find(Boolean)
}

/**
 * Whether the line before a time line is an id, of whatever kind, and not spoken: a blank line parts it
 * from the words before it. Answers who speaks where the id says so, else null; undefined for no id.
 */
function createIds(lines: string[], isVtt: boolean) {
  let hasIds = false
  let number = Number.NaN
  const isBlank = (index: number) => lines[index]!.trim() === ''

  function isId(from: number, at: number) {
    const line = at > from ? lines[at]!.trim() : ''
    if (line === '' || !isShort(line) || (isVtt && from === -1 && line.startsWith('WEBVTT')))
      return false
    if (/^\d+$/.test(line) && Number(line) === number + 1) return true
    if (from === -1) return at === 0 || isBlank(at - 1)
    if (at - 1 === from || !isBlank(at - 1)) return false
    return hasIds || lines.slice(from + 1, at).some((earlier) => earlier.trim() !== '')
  }

  return {
    /** What stands between the time line `from`, or the start, and the one at `to`. */
    take(from: number, to: number): string | null | undefined {
      if (!isId(from, to - 1)) return undefined
      hasIds = true
      const id = lines[to - 1]!.trim()
      number = /^\d{1,9}$/.test(id) ? Number(id) : Number.NaN
      return namingId.exec(id)?.[1]?.trim() ?? null
    },
  }
}

/** Comments and style sheets stand between blank lines. */
function withoutHeadings(body: string[]): string[] {
  const kept: string[] = []
  let isInside = false
  for (const [index, line] of body.entries()) {
    const isParted = index > 0 && body[index - 1]!.trim() === ''
    if (line.trim() === '') isInside = false
    else if (isParted && heading.test(line)) isInside = true
    if (!isInside) kept.push(line)
  }
  return kept
}

const noHalfDay = String.raw`(?!:?\d|\s*[ap]\.?m\b)`
const leading = new RegExp(
  String.raw`^(?:[-•*]\s+)?([[(]?)(${timePattern})${noHalfDay}(?:\s*(?:-|–|—|to)\s*(${timePattern}))?[\])]?:?\s*(?:[-–—|]\s+)?`,
  'i',
)
/** `Amara Dike-Laurent   0:12`, `Amara (00:12):`: a line of its own above what is said. */
const trailing = new RegExp(
  String.raw`^\s*(\S[^\d[(]{0,79}?\S|\S)[\s,–-]+([[(]?)(${timePattern})${noHalfDay}[\])]?:?\s*$`,
  'i',
)
const spelledOut = /^\s*\d+ (?:hour|minute|second)s?(?:,? \d+ (?:minute|second)s?)*\s*/i

type Stamp = {
  index: number
  startMs: number
  endMs: number | undefined
  isBracketed: boolean
  name: string | null
  rest: string
}

/** Text with times, one before or above what is said; undefined where there is none. */
export function readTimedText(lines: string[]): CaptionBlocks | undefined {
  const found = lines.flatMap((line, index) => findStamp(line, index) ?? [])
  const bracketed = found.filter(({ isBracketed }) => isBracketed)
  const alike = bracketed.length * 2 >= found.length ? bracketed : found
  const stamps = risingStamps(alike)
  if (stamps.length === 0) return undefined
  const blocks = stamps.map((stamp, position): CaptionBlock => {
    const next = stamps[position + 1]?.index ?? lines.length
    const [first = '', ...others] = [stamp.rest, ...lines.slice(stamp.index + 1, next)].filter(
      (line) => line.trim() !== '',
    )
    // A page's transcript, when copied, spells each time out once more for those who hear it.
    const spoken = stamp.rest === '' ? dropSpelledOut(first) : first
    const { startMs, endMs, name } = stamp
    return { startMs, endMs, name, lines: [spoken, ...others] }
  })
  return { blocks, warnings: [] }
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
  const after = line.length < 120 ? trailing.exec(line) : null
  if (!after || !isNameLike(after[1]!)) return undefined
  const [, name = '', bracket, start = ''] = after
  const startMs = readTime(start)
  return { index, startMs, endMs: undefined, isBracketed: bracket !== '', name, rest: '' }
}

/**
 * The most stamps that rise one after the other: "7:30 in the morning" at the start of a line is a time
 * of day that somebody speaks of, and stands out of the order.
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
