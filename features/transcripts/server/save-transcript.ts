import { eq } from 'drizzle-orm'
import { lockEvent } from '#features/events/server/event-rows.ts'
import {
  largestTranscript,
  type putTranscript,
  type TranscriptSummary,
  type changeTranscript as entry,
} from '#features/transcripts/contract.ts'
import type { BodyOf } from '#kernel/endpoint.ts'
import { writeAuditEntry, type Deed } from '#platform/audit/write-audit-entry.ts'
import type { Db, Transaction } from '#platform/db/open.ts'
import { invalidInput, Refusal } from '#platform/errors/refusal.ts'
import { transcriptDrafts, transcripts } from '#schema/transcripts.ts'
import { readTranscript, type Cue } from './parse.ts'
import { findRecordingLength } from './recordings.ts'
import { announceEventChange, writeTranscript, serializeCue } from './store-transcript.ts'

const unreadable =
  'No line of this can be read: a transcript is a .vtt or .srt file, or text with times such as 00:12'
const defaultLanguage = 'en'

/**
 * Gives an interview its transcript, or with `dryRun` says what it would be. Throws 413 for more than
 * 2 MB, 400 for a text without one readable line, 404 for an unknown event; each changes nothing.
 */
export async function saveTranscript(
  db: Db,
  eventId: number,
  form: BodyOf<typeof putTranscript>,
  { dryRun, actor, now }: Deed & { dryRun: boolean },
): Promise<TranscriptSummary> {
  const shiftMs = form.shiftMs ?? 0
  const read = readText(form.text, shiftMs)
  return db.transaction(async (tx) => {
    const { event } = await lockEvent(tx, eventId)
    const known = await findKnown(tx, eventId)
    const given = {
      language: form.language ?? read.language ?? known?.language ?? defaultLanguage,
      shiftMs,
      fileName: form.fileName || null,
      isPublic: form.isPublic ?? known?.isPublic ?? false,
    }
    const duration = await findRecordingLength(tx, eventId)
    const understood = previewTranscript(read.cues, read, given, duration)
    if (dryRun) return understood
    const source = storable(form.text)
    const row = { ...given, eventId, source, isSample: false, updatedAt: now }
    await writeTranscript(tx, row, read.cues)
    await tx.delete(transcriptDrafts).where(eq(transcriptDrafts.eventId, eventId))
    await announceEventChange(tx, eventId)
    await writeAuditEntry(tx, actor, {
      action: 'transcript_given',
      subject: event.title,
      details: { eventId, lines: understood.lines, isPublic: given.isPublic },
      now,
    })
    return understood
  })
}

function readText(text: string, shiftMs: number) {
  if (Buffer.byteLength(text) > largestTranscript) {
    const message = 'Text may have at most 2 MB'
    throw invalidInput([{ field: 'text', message }], 'too_large')
  }
  const read = readTranscript(text, shiftMs)
  if (read.cues.length > 0) return read
  const message =
    text.trim() === ''
      ? 'Text is empty: there is no line to read'
      : (read.warnings[0] ?? unreadable)
  throw invalidInput([{ field: 'text', message }])
}

async function findKnown(tx: Transaction, eventId: number) {
  const [known] = await tx
    .select({ language: transcripts.language, isPublic: transcripts.isPublic })
    .from(transcripts)
    .where(eq(transcripts.eventId, eventId))
  return known
}

/** The database's text takes neither NUL nor half a character. */
function storable(text: string) {
  return text.replaceAll('\u0000', '').toWellFormed()
}

/** Moves a transcript, names its language, opens or closes it to visitors; read anew from its source. */
export async function changeTranscript(
  db: Db,
  eventId: number,
  form: BodyOf<typeof entry>,
  { actor, now }: Deed,
): Promise<TranscriptSummary> {
  return db.transaction(async (tx) => {
    const { event } = await lockEvent(tx, eventId)
    const [known] = await tx.select().from(transcripts).where(eq(transcripts.eventId, eventId))
    if (!known) throw noTranscript()
    const { answer: _answer, words: _words, ...kept } = known
    const given = {
      language: form.language ?? known.language,
      shiftMs: form.shiftMs ?? known.shiftMs,
      isPublic: form.isPublic ?? known.isPublic,
    }
    const read = readTranscript(known.source, given.shiftMs)
    if (read.cues.length === 0) {
      throw invalidInput([{ field: 'shiftMs', message: 'No line would be left after this shift' }])
    }
    const isMoved = given.shiftMs !== known.shiftMs || given.language !== known.language
    if (isMoved) await writeTranscript(tx, { ...kept, ...given, updatedAt: now }, read.cues)
    else {
      const { isPublic } = given
      await tx
        .update(transcripts)
        .set({ isPublic, updatedAt: now })
        .where(eq(transcripts.eventId, eventId))
    }
    await announceEventChange(tx, eventId)
    await writeAuditEntry(tx, actor, {
      action: 'transcript_given',
      subject: event.title,
      details: { eventId, lines: read.cues.length, isPublic: given.isPublic },
      now,
    })
    const duration = await findRecordingLength(tx, eventId)
    return previewTranscript(read.cues, read, { ...given, fileName: known.fileName }, duration)
  })
}

function noTranscript() {
  return new Refusal('no_such_transcript')
}

/** Takes a transcript away with all that is searched of it. Throws 404 where there is none. */
export async function deleteTranscript(
  db: Db,
  eventId: number,
  { actor, now }: Deed,
): Promise<{ eventId: number }> {
  return db.transaction(async (tx) => {
    const { event } = await lockEvent(tx, eventId)
    const gone = await tx
      .delete(transcripts)
      .where(eq(transcripts.eventId, eventId))
      .returning({ eventId: transcripts.eventId })
    if (gone.length === 0) throw noTranscript()
    await announceEventChange(tx, eventId)
    await writeAuditEntry(tx, actor, {
      action: 'transcript_removed',
      subject: event.title,
      details: { eventId },
      now,
    })
    return { eventId }
  })
}

const shownLines = 3
const mostSpeakers = 30
/** A last line this far from the recording's end: the two may not belong together. */
const apartSeconds = 60

type Given = Pick<TranscriptSummary, 'language' | 'shiftMs' | 'fileName' | 'isPublic'>

/** What was understood, for the organiser to look at. `duration` is what players reported, in seconds. */
export function previewTranscript(
  cues: Cue[],
  read: { droppedRepeats: number; warnings: string[] },
  given: Given,
  duration: number | undefined,
): TranscriptSummary {
  const told = cues.map(serializeCue)
  const end = Math.max(0, ...told.slice(-50).map((cue) => cue.end))
  const lastStart = told.at(-1)?.start ?? 0
  return {
    lines: cues.length,
    speakers: [...new Set(cues.flatMap(({ speaker }) => speaker ?? []))].slice(0, mostSpeakers),
    minutes: Math.round(end / 6) / 10,
    droppedRepeats: read.droppedRepeats,
    warnings: [...read.warnings, ...warnOfLength(lastStart, end, duration)],
    ...given,
    first: told.slice(0, shownLines),
    last: told.slice(shownLines).slice(-shownLines),
  }
}

function warnOfLength(lastStart: number, end: number, duration: number | undefined): string[] {
  if (duration === undefined) return []
  const minutes = (seconds: number) =>
    `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`
  if (lastStart > duration + apartSeconds || end > duration + apartSeconds) {
    return [
      `The last line ends at ${minutes(end)}, but the recording is ${minutes(duration)} long: was it cut?`,
    ]
  }
  if (end < duration - apartSeconds) {
    return [
      `The last line ends at ${minutes(end)}, and the recording goes on until ${minutes(duration)}.`,
    ]
  }
  return []
}
