import { eq } from 'drizzle-orm'
import { lockEvent } from '#features/events/server/event-rows.ts'
import type { Chapter } from '#features/transcripts/contract.ts'
import { longestRecording } from '#features/transcripts/rules.ts'
import { causeOf, writeAuditEntry, type Deed } from '#platform/audit/write-audit-entry.ts'
import type { Db, Transaction } from '#platform/db/open.ts'
import { recordEvents } from '#platform/domain-events/record-events.ts'
import { invalidInput } from '#platform/errors/refusal.ts'
import { chapters, transcripts } from '#schema/transcripts.ts'
import { readTime, timePattern, tidySource } from './parse/lines.ts'
import { compressAnswer, expandAnswer } from './store-transcript.ts'

/**
 * Replaces a recording's chapters; an empty text deletes them. With `dryRun`, stores nothing. Throws 400 if the text
 * contains no chapter, 404 for an unknown event.
 */
export async function saveChapters(
  db: Db,
  eventId: number,
  text: string,
  { dryRun, actor, now }: Deed & { dryRun: boolean },
): Promise<{ chapters: Chapter[]; warnings: string[] }> {
  const read = readChapters(text)
  if (read.chapters.length === 0 && text.trim() !== '') {
    const message = 'No chapters found. Write one per line, e.g. 00:00 Welcome'
    throw invalidInput([{ field: 'text', message }])
  }
  return db.transaction(async (tx) => {
    const { event } = await lockEvent(tx, eventId)
    if (dryRun) return read
    await tx.delete(chapters).where(eq(chapters.eventId, eventId))
    const rows = read.chapters.map((chapter) => ({ ...chapter, eventId }))
    if (rows.length > 0) await tx.insert(chapters).values(rows)
    await renewAnswer(tx, eventId, read.chapters)
    await recordEvents(tx, [{ type: 'event.changed', eventId }], causeOf(actor))
    await writeAuditEntry(tx, actor, {
      action: 'chapters_given',
      subject: event.title,
      details: { eventId, chapters: rows.length },
      now,
    })
    return read
  })
}

async function renewAnswer(tx: Transaction, eventId: number, given: Chapter[]) {
  const ofEvent = eq(transcripts.eventId, eventId)
  const [known] = await tx.select({ answer: transcripts.answer }).from(transcripts).where(ofEvent)
  if (!known) return
  const { cues } = await expandAnswer(known.answer)
  const answer = await compressAnswer({ cues, chapters: given })
  await tx.update(transcripts).set({ answer }).where(ofEvent)
}

const until = String.raw`(?:\s*(?:-|–|—|to)\s*${timePattern})?`
const before = new RegExp(
  String.raw`^\s*(?:[-–•*►]\s*|\d{1,3}[.)]\s+)?[([]?(${timePattern})(?!\d)${until}[)\]]?\s*(?:[-–—:|]\s*)?(\S.*)$`,
)
const after = new RegExp(String.raw`^\s*(\S.{0,300}?)\s*[-–—|([]?\s*(${timePattern})[)\]]?\s*$`)
const longestChapterTitle = 200
const mostChapters = 200

/**
 * Parses chapters in the format of video descriptions, one `00:00 Title` per line. Other lines cause warnings. Of
 * chapters that start in the same second, only the first is kept.
 */
export function readChapters(text: string): { chapters: Chapter[]; warnings: string[] } {
  const lines = tidySource(text)
    .split('\n')
    .map((line, at) => ({ line: line.trim(), number: at + 1, chapter: readChapter(line) }))
  const found = lines.flatMap(({ chapter }) => chapter ?? [])
  const sorted = found.toSorted((a, b) => a.start - b.start)
  const seen = new Set<number>()
  const once = sorted.filter(({ start }) => !seen.has(start) && seen.add(start))
  const possible = once.filter(({ start }) => start < longestRecording)
  const kept = possible.slice(0, mostChapters)
  return {
    chapters: kept,
    warnings: [
      ...nameOthers(lines.filter(({ line, chapter }) => line !== '' && !chapter)),
      sorted.some((chapter, at) => chapter !== found[at]) &&
        'Some chapters were out of order and are now sorted by time.',
      once.length < found.length &&
        'Only the first of several chapters at the same second is kept.',
      possible.length < once.length && 'Chapters after twelve hours are skipped.',
      kept.length < possible.length && `Only the first ${mostChapters} chapters are kept.`,
      kept.length > 0 &&
        kept[0]!.start > 0 &&
        'The first chapter does not start at 00:00, so the beginning has no title.',
    ].filter((warning) => warning !== false),
  }
}

const mostNamed = 5
const longestNamed = 60

/** Returns warnings about lines that are not chapters, each with line number and text. */
function nameOthers(others: { line: string; number: number }[]): string[] {
  const named = others.slice(0, mostNamed).map(({ line, number }) => {
    const words =
      line.length > longestNamed ? `${line.slice(0, longestNamed).toWellFormed()}…` : line
    return `Line ${number} is not a chapter and is skipped: “${words}”.`
  })
  const more = others.length - named.length
  return more > 0 ? [...named, `${more} more lines are not chapters and are skipped.`] : named
}

function readChapter(line: string): Chapter | undefined {
  if (line.length > 1000 || !line.includes(':')) return undefined
  const first = before.exec(line)
  const [time, title] = first
    ? [first[1]!, first[2]!]
    : (after.exec(line)?.slice(1, 3).toReversed() ?? [])
  if (time === undefined || title === undefined) return undefined
  const tidy = title.replaceAll(/\s+/g, ' ').trim().slice(0, longestChapterTitle)
  return /[\p{L}\p{N}]/u.test(tidy)
    ? { start: Math.floor(readTime(time) / 1000), title: tidy }
    : undefined
}
