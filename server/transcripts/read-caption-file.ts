import type { CaptionBlock, CaptionBlocks } from './caption-block.ts'
import { readTime, timePattern } from './read-time.ts'

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

function matchTiming(line: string, pattern: RegExp): Timing | undefined {
  const match = line.length < 400 ? pattern.exec(line) : null
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
  return header.map((line) => /^Language:\s*([\w-]{2,20})\s*$/i.exec(line)?.[1]).find(Boolean)
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
    if (line === '' || (isVtt && from === -1 && line.startsWith('WEBVTT'))) return false
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
