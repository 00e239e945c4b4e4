import { readTime, timePattern } from './lines.ts'

/** A caption of the source file (times and text) before speakers and formatting in its text are recognised. */
export type CaptionBlock = {
  /** Index of the caption's first line in the source, from 0. */
  index: number
  startMs: number
  /** Undefined if the source has no readable end time. */
  endMs: number | undefined
  /** Speaker, if the source names one outside of the caption's text. */
  name: string | null
  lines: string[]
}

/** A line of the source file that was left out, with the reason. `index` counts lines from 0. */
export type Skipped = { index: number; reason: string }

export type CaptionBlocks = { blocks: CaptionBlock[]; language?: string; skipped: Skipped[] }

const arrow = String.raw`(?:-{1,2}\s?>|—>|→)`
/** Matches a time with any separators, or with seconds only, such as `8.42s`. */
const oddTime = String.raw`\d{1,3}(?:[:.,;]\d{1,9}){2,3}|\d{1,3}:\d{1,3}|\d{1,6}[.,]\d{1,9}s`
const timing = new RegExp(String.raw`^\s*\[?(${oddTime})\s*${arrow}\s*(${oddTime})\]?(?:\s+(.*))?$`)
const timingOfSbv = new RegExp(String.raw`^\s*(${timePattern}),(${timePattern})\s*$`)
/** Matches a row of Whisper's TSV output. If the file has the header row, whole numbers are milliseconds. */
const timingOfTable = /^(\d{1,9}(?:\.\d{1,9})?)\t(\d{1,9}(?:\.\d{1,9})?)\t(.*)$/
const tableHeader = /^start\tend\ttext\s*$/i
const syntax = /^(?:\d{1,9}|start\tend\ttext)$/i
const startOfBroken = new RegExp(String.raw`^\s*\[?(${oddTime})\s*${arrow}`)
const unpadded = /^\s*\[?\d{1,3}:\d:/
const setting = /^[a-z]+:\S+$/i
const heading = /^(?:NOTE|STYLE|REGION)(?:\s|$)/
const metadata = /^(?:\d{1,9}$|WEBVTT|X-TIMESTAMP-MAP=|Kind:|Language:)/i
/** Matches a caption id of Webex, which names the speaker: `12 "Amara Dike-Laurent" (3441)`. */
const namingId = /^\d+\s+"([^"]{1,80})"(?:\s+\(\d+\))?$/

type Timing = { startMs: number; endMs: number | undefined; rest: string }

/** Maximum length, in characters, of lines with times, ids or headings; limits backtracking of the patterns. */
export const shortLine = 400

export function isShort(line: string) {
  return line.length < shortLine
}

const startOnly = 'Unreadable end time: the caption lasts until the next one.'
const noTimes = 'Unreadable time.'
const beforeFirst = 'Before the first caption.'

/**
 * Parses captions in `.vtt`, `.srt`, `.sbv` or Whisper's formats; undefined if no line contains a start and an end
 * time.
 */
export function readCaptionFile(lines: string[]): CaptionBlocks | undefined {
  const timings = findTimings(lines)
  const [first] = timings.keys()
  if (first === undefined) return undefined
  const isVtt = lines.slice(0, first).some((line) => line.trimStart().startsWith('WEBVTT'))
  const language = isVtt ? findLanguage(lines.slice(0, first)) : undefined
  const ids = createIds(lines, isVtt)
  const comments = isVtt ? findHeadings(lines) : new Map<number, boolean>()
  const blocks: CaptionBlock[] = []
  const skipped: Skipped[] = []
  const starts = [...timings]
  let name = ids.take(-1, first)
  for (let index = 0; index < (name === undefined ? first : first - 1); index++) {
    const line = lines[index]!.trim()
    const isSyntax = line === '' || (isVtt ? metadata : syntax).test(line)
    const reason = isBrokenTiming(line) ? noTimes : beforeFirst
    if (comments.get(index) ?? !isSyntax) skipped.push({ index, reason })
  }
  for (const [position, [index, { startMs, endMs, rest }]] of starts.entries()) {
    const next = starts[position + 1]?.[0] ?? lines.length
    const nextName = next === lines.length ? undefined : ids.take(index, next)
    const words = rest === '' ? [] : [rest]
    if (endMs === undefined) skipped.push({ index, reason: startOnly })
    for (let at = index + 1; at < (nextName === undefined ? next : next - 1); at++) {
      const line = lines[at]!
      const isBroken = isBrokenTiming(line)
      if (isBroken) skipped.push({ index: at, reason: noTimes })
      else if (comments.get(at)) skipped.push({ index: at, reason: 'A comment.' })
      const isNumber = isCueNumber(line) && isBrokenTiming(lines[at + 1] ?? '')
      if (!isBroken && !isNumber && !comments.has(at) && line.trim()) words.push(line)
    }
    blocks.push({ index, startMs, endMs, name: name ?? null, lines: words })
    name = nextName
  }
  return { blocks, ...(language && { language }), skipped }
}

function isCueNumber(line: string) {
  return isShort(line) && /^\s*\d{1,9}\s*$/.test(line)
}

/** Returns whether a line is a time line with typing mistakes, such as `00:00:0x,000 --> 00: 00:03,OOO`. */
function isBrokenTiming(line: string): boolean {
  if (line.length >= 90 || !line.includes('-->')) return false
  const sides = line.split('-->')
  const pieces = sides.flatMap((side) => side.trim().split(/\s/))
  return (
    sides.length === 2 &&
    /\d[:.]/.test(line) &&
    pieces.every((piece) => /[\d?]/.test(piece) && /^[\w:.,;?-]{1,40}$/.test(piece))
  )
}

function findTimings(lines: string[]): Map<number, Timing> {
  const isTable = lines.some((line) => isShort(line) && tableHeader.test(line))
  const found = new Map<number, Timing>()
  for (const [pattern, sign] of [
    [timing, /[>→]/],
    [timingOfSbv, /,/],
    [timingOfTable, isTable ? /\t/ : /\.\d+\t/],
  ] as const) {
    const short = lines.map((line, index) => ({ line, index })).filter(({ line }) => isShort(line))
    const signed = short.filter(({ line }) => sign.test(line))
    const isUnpadded = signed.some(({ line }) => unpadded.test(line))
    for (const { line, index } of signed) {
      const match = pattern.exec(line)
      if (match) found.set(index, timingOf(match, pattern === timingOfTable, isUnpadded))
      else if (pattern === timing && isBrokenTiming(line)) {
        const start = startOfBroken.exec(line)?.[1]
        if (start) found.set(index, { startMs: readTime(start), endMs: undefined, rest: '' })
      }
    }
    if (found.size > 0) break
  }
  return found
}

function timingOf(match: RegExpExecArray, isTable: boolean, isUnpadded: boolean): Timing {
  const [, start = '', end = '', tail = ''] = match
  const rest = tail.trim()
  if (isTable) {
    const unit = start.includes('.') || end.includes('.') ? 1000 : 1
    const read = (text: string) => Math.round(Number(text) * unit)
    return { startMs: read(start), endMs: read(end), rest }
  }
  const isSettings = rest.split(/\s+/).every((word) => setting.test(word))
  return {
    startMs: readTime(start, isUnpadded),
    endMs: readTime(end, isUnpadded),
    rest: isSettings ? '' : rest,
  }
}

function findLanguage(header: string[]): string | undefined {
  const short = header.filter(isShort)
  return short.map((line) => /^Language:\s*([\w-]{2,20})\s*$/i.exec(line)?.[1]).find(Boolean)
}

/**
 * Returns a function that recognises caption ids, which are lines directly above the line with the times. An id must be
 * separated from the previous caption by a blank line.
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
    /**
     * Reads the caption id in the line before the times, which are at line `to`; `from` is the line with the previous
     * times, or -1. Returns the speaker's name if the id contains one, null for another id, and undefined if there is
     * no id.
     */
    take(from: number, to: number): string | null | undefined {
      if (!isId(from, to - 1)) return undefined
      hasIds = true
      const id = lines[to - 1]!.trim()
      number = /^\d{1,9}$/.test(id) ? Number(id) : Number.NaN
      return namingId.exec(id)?.[1]?.trim() ?? null
    },
  }
}

/**
 * Returns the lines, by index, that belong to a comment (true) or to a style sheet or region (false) of a WebVTT file,
 * and so to no caption.
 */
function findHeadings(lines: string[]): Map<number, boolean> {
  const found = new Map<number, boolean>()
  let isComment: boolean | undefined
  for (const [index, line] of lines.entries()) {
    const isParted = index > 0 && lines[index - 1]!.trim() === ''
    if (line.trim() === '') isComment = undefined
    else if (isParted && isShort(line) && heading.test(line)) isComment = line.startsWith('NOTE')
    if (isComment !== undefined) found.set(index, isComment)
  }
  return found
}
