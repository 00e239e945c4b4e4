import { eq } from 'drizzle-orm'
import type { BodyOf } from '#shared/contract/endpoint.ts'
import {
  largestTranscript,
  type putTranscript,
  type TranscriptSummary,
} from '#shared/contract/transcripts.ts'
import { writeAuditEntry, type Actor } from '#server/audit/record-act.ts'
import type { Db, Transaction } from '#server/db/open.ts'
import { transcriptDrafts, transcripts } from '#server/db/tables/transcripts.ts'
import { lockEvent } from '#server/events/lock-event.ts'
import { invalidInput } from '#server/refusal.ts'
import { findRecordingLength } from './find-recording-length.ts'
import { readTranscript } from './read-transcript.ts'
import { announceEventChange } from './tell-of-words.ts'
import { previewTranscript } from './understand-transcript.ts'
import { writeTranscript } from './write-transcript.ts'

type Context = { dryRun: boolean; actor: Actor; now: Date }

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
  { dryRun, actor, now }: Context,
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
