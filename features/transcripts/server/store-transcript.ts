import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants } from 'node:zlib'
import { eq, sql } from 'drizzle-orm'
import type { TranscriptCue, MemberTranscript } from '#features/transcripts/contract.ts'
import { foldLetters } from '#features/transcripts/rules.ts'
import { findSearchConfig } from '#kernel/search-languages.ts'
import type { Transaction } from '#platform/db/open.ts'
import { events } from '#schema/events.ts'
import { transcriptPassages, transcripts } from '#schema/transcripts.ts'
import type { Cue } from './parse.ts'
import { listChapters } from './recordings.ts'

type Written = Omit<typeof transcripts.$inferInsert, 'answer' | 'words'>

const passagesInOneInsert = 500
const longestWord = 40
const mostWords = 20_000

/** Stores a transcript with what members get of it and what is searched, in place of an earlier one. */
export async function writeTranscript(tx: Transaction, row: Written, cues: Cue[]): Promise<void> {
  const { eventId } = row
  const chapters = (await listChapters(tx, [eventId])).get(eventId) ?? []
  const answer = await compressAnswer({ cues: cues.map(serializeCue), chapters })
  const whole = { ...row, answer, words: findWords(cues) }
  await tx
    .insert(transcripts)
    .values(whole)
    .onConflictDoUpdate({ target: transcripts.eventId, set: { ...whole, eventId: undefined } })
  await tx.delete(transcriptPassages).where(eq(transcriptPassages.eventId, eventId))
  const config = findSearchConfig(row.language)
  const passages = buildPassages(cues).map(({ lines }) => {
    const spoken = lines.map(({ text }) => text).join('\n')
    return {
      eventId,
      config,
      starts: lines.map(({ startMs }) => startMs),
      speakers: lines.map(({ speaker }) => speaker ?? ''),
      spoken,
      folded: foldLetters(spoken),
    }
  })
  for (let at = 0; at < passages.length; at += passagesInOneInsert) {
    await tx.insert(transcriptPassages).values(passages.slice(at, at + passagesInOneInsert))
  }
}

/** The different words of a text, as near ones are looked for. */
function findWords(cues: Pick<Cue, 'text'>[]): string[] {
  const words = new Set<string>()
  for (const { text } of cues) {
    for (const [word] of foldLetters(text)
      .toLowerCase()
      .matchAll(/[\p{L}\p{N}]{3,}/gu)) {
      if (word.length <= longestWord && words.size < mostWords) words.add(word)
    }
  }
  return [...words]
}

/** Lines that are searched as one text. */
type Passage = { lines: Pick<Cue, 'startMs' | 'speaker' | 'text'>[] }

const windowMs = 45_000
const overlapMs = 10_000
/** A text of more than a megabyte cannot be indexed; a passage has about 700 characters. */
const mostCharacters = 6000
const longestLine = 3000

/**
 * Windows of about 45 seconds that overlap by ten: what is said across two lines stands whole in one of
 * them, which in a row for each line it would not.
 */
function buildPassages(cues: Cue[]): Passage[] {
  const lines = cues.flatMap(splitLongLine)
  const passages: Passage[] = []
  let from = 0
  while (from < lines.length) {
    const to = findEnd(lines, from)
    passages.push({ lines: lines.slice(from, to) })
    if (to === lines.length) break
    const overlapFrom = lines[to]!.startMs - overlapMs
    // Half of it at least is left behind, however many lines claim the same second.
    const earliest = from + Math.ceil((to - from) / 2)
    from = to
    while (from > earliest && endOf(lines, from - 1) > overlapFrom) from--
  }
  return passages
}

function findEnd(lines: Cue[], from: number): number {
  const end = lines[from]!.startMs + windowMs
  let characters = lines[from]!.text.length
  let to = from + 1
  while (to < lines.length && lines[to]!.startMs < end) {
    characters += lines[to]!.text.length
    if (characters > mostCharacters) break
    to++
  }
  return to
}

function endOf(lines: Cue[], at: number): number {
  return Math.min(lines[at]!.endMs, lines[at + 1]?.startMs ?? Infinity)
}

function splitLongLine(cue: Cue): Cue[] {
  if (cue.text.length <= longestLine) return [cue]
  const pieces = cue.text.match(
    new RegExp(String.raw`.{1,${longestLine}}(?:\s|$)|.{${longestLine}}`, 'gsu'),
  )
  return (pieces ?? []).map((text) => ({ ...cue, text: text.trim() }))
}

/** In seconds, as everything outside of the database counts. */
export function serializeCue({ startMs, endMs, speaker, text }: Cue): TranscriptCue {
  return { start: startMs / 1000, end: endMs / 1000, speaker, text }
}

const compress = promisify(brotliCompress)
const decompress = promisify(brotliDecompress)

/** The member's answer in its smallest form; made once, when it is stored. */
export function compressAnswer(answer: MemberTranscript): Promise<Buffer> {
  const json = Buffer.from(JSON.stringify(answer))
  return compress(json, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: json.length,
    },
  })
}

export async function expandAnswer(compressed: Buffer): Promise<MemberTranscript> {
  return JSON.parse((await decompress(compressed)).toString()) as MemberTranscript
}

/** Every node hears that the event's page changed: the database tells of rows of `events` that are written. */
export async function announceEventChange(tx: Transaction, eventId: number): Promise<void> {
  await tx
    .update(events)
    .set({ title: sql`title` })
    .where(eq(events.id, eventId))
}
