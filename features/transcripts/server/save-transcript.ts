import { eq } from 'drizzle-orm'
import { type EventRow, lockEvent, requireEvent } from '#features/events/server/event-rows.ts'
import {
  largestTranscript,
  type putTranscript,
  type TranscriptSummary,
  type changeTranscript as entry,
} from '#features/transcripts/contract.ts'
import type { BodyOf } from '#kernel/endpoint.ts'
import {
  causeOf,
  writeAuditEntry,
  type Actor,
  type Deed,
} from '#platform/audit/write-audit-entry.ts'
import type { Db, Transaction } from '#platform/db/open.ts'
import { recordEvents } from '#platform/domain-events/record-events.ts'
import { invalidInput, Refusal } from '#platform/errors/refusal.ts'
import { createWorkThread, TooMuchWork } from '#platform/threads/work-thread.ts'
import { transcriptDrafts, transcripts } from '#schema/transcripts.ts'
import {
  summarizeCues,
  type PreparedTranscript,
  type prepareTranscript,
  type Understood,
} from './prepare-transcript.ts'
import { findRecordingLength } from './recordings.ts'
import { expandAnswer, updateTranscript, writeTranscript } from './store-transcript.ts'

const unreadable =
  'This is not a transcript. Use a .vtt or .srt file, or text with times such as 00:12'
/** Error for a .docx file, which is a zip archive and begins with `PK`. */
const wordFile =
  'This is a Word file, not text. Open it in Word, save it as plain text (.txt) and choose that file, or copy its text into the field'
const defaultLanguage = 'en'

/**
 * Saves a recording's transcript and returns its summary; with `dryRun`, stores nothing. Throws 413 above 2 MB, 400
 * if no line can be parsed, 404 for an unknown event.
 */
export async function saveTranscript(
  db: Db,
  eventId: number,
  form: BodyOf<typeof putTranscript>,
  { dryRun, actor, now }: Deed & { dryRun: boolean },
): Promise<TranscriptSummary> {
  const shiftMs = form.shiftMs ?? 0
  const read = await readText(form.text, shiftMs)
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
    const understood = previewTranscript(read.understood, given, duration)
    if (dryRun) return understood
    const source = storable(form.text)
    const row = { ...given, eventId, source, isSample: false, updatedAt: now }
    await writeTranscript(tx, row, read)
    await tx.delete(transcriptDrafts).where(eq(transcriptDrafts.eventId, eventId))
    await recordTranscript(tx, known, row, actor)
    await writeAuditEntry(tx, actor, {
      action: 'transcript_given',
      subject: event.title,
      details: { eventId, lines: understood.lines, isPublic: given.isPublic },
      now,
    })
    return understood
  })
}

const thread = createWorkThread<typeof prepareTranscript>(
  new URL('./transcript-thread.ts', import.meta.url),
)

async function readText(text: string, shiftMs: number) {
  if (Buffer.byteLength(text) > largestTranscript) {
    const message = 'Text may have at most 2 MB'
    throw invalidInput([{ field: 'text', message }], 'too_large')
  }
  if (text.startsWith('PK\u0003\u0004')) throw invalidInput([{ field: 'text', message: wordFile }])
  const read = await readInThread(text, shiftMs)
  const { lines, warnings } = read.understood
  if (lines > 0) return read
  const message = text.trim() === '' ? 'The text is empty' : (warnings[0] ?? unreadable)
  throw invalidInput([{ field: 'text', message }])
}

async function readInThread(text: string, shiftMs: number) {
  try {
    return await thread.run({ text, shiftMs })
  } catch (error) {
    if (!(error instanceof TooMuchWork)) throw error
    const message = 'The text is too complex. Upload it in parts or in another format'
    throw invalidInput([{ field: 'text', message }])
  }
}

async function findKnown(db: Db | Transaction, eventId: number): Promise<Known | undefined> {
  const [known] = await db.select().from(transcripts).where(eq(transcripts.eventId, eventId))
  return known
}

/** Removes NUL and replaces unpaired surrogates, which PostgreSQL's type `text` rejects. */
function storable(text: string) {
  return text.replaceAll('\u0000', '').toWellFormed()
}

/**
 * Shifts a transcript, sets its language, or changes its visibility. Only a shift parses the text again. Throws 404
 * if there is no transcript, 400 if the shift would remove all lines.
 */
export async function changeTranscript(
  db: Db,
  eventId: number,
  form: BodyOf<typeof entry>,
  deed: Deed,
): Promise<TranscriptSummary> {
  await requireEvent(db, eventId)
  const before = await findKnown(db, eventId)
  if (!before) throw noTranscript()
  const shiftMs = form.shiftMs ?? before.shiftMs
  const moved = shiftMs === before.shiftMs ? undefined : await readInThread(before.source, shiftMs)
  if (moved?.understood.lines === 0) {
    throw invalidInput([{ field: 'shiftMs', message: 'This shift would remove all lines' }])
  }
  const changed = await db.transaction(async (tx) => {
    const { event } = await lockEvent(tx, eventId)
    const known = await findKnown(tx, eventId)
    if (!known) throw noTranscript()
    // Another request replaced the transcript while this one parsed it. Return undefined; the caller starts again.
    if (known.source !== before.source || known.shiftMs !== before.shiftMs) return undefined
    return applyChange(tx, { event, known, moved }, { ...form, shiftMs }, deed)
  })
  return changed ?? changeTranscript(db, eventId, form, deed)
}

type Known = typeof transcripts.$inferSelect
type Change = { event: EventRow; known: Known; moved: PreparedTranscript | undefined }

async function applyChange(
  tx: Transaction,
  { event, known, moved }: Change,
  form: BodyOf<typeof entry> & { shiftMs: number },
  { actor, now }: Deed,
): Promise<TranscriptSummary> {
  const { eventId, fileName, answer, noticed, words: _words, ...kept } = known
  const given = {
    language: form.language ?? known.language,
    shiftMs: form.shiftMs,
    isPublic: form.isPublic ?? known.isPublic,
  }
  const row = { ...kept, ...given, eventId, fileName, updatedAt: now }
  if (moved) await writeTranscript(tx, row, moved)
  else await updateTranscript(tx, row)
  await recordTranscript(tx, known, row, actor)
  const understood = moved?.understood ?? (await readUnderstood({ answer, noticed }))
  await writeAuditEntry(tx, actor, {
    action: 'transcript_given',
    subject: event.title,
    details: { eventId, lines: understood.lines, isPublic: given.isPublic },
    now,
  })
  const duration = await findRecordingLength(tx, eventId)
  return previewTranscript(understood, { ...given, fileName }, duration)
}

/**
 * Records the domain event of a changed transcript: published on the event's page, withdrawn from it, or changed
 * otherwise.
 */
function recordTranscript(
  tx: Transaction,
  before: Pick<Known, 'eventId' | 'isPublic'> | undefined,
  after: Pick<Known, 'eventId' | 'isPublic'> | undefined,
  actor: Actor,
) {
  const [wasPublic, isPublic] = [before?.isPublic ?? false, after?.isPublic ?? false]
  const shown = isPublic ? 'transcript.published' : 'transcript.withdrawn'
  const type = wasPublic === isPublic ? 'event.changed' : shown
  const eventId = (after ?? before)!.eventId
  return recordEvents(tx, [{ type, eventId }], causeOf(actor))
}

export async function readUnderstood({
  answer,
  noticed,
}: Pick<Known, 'answer' | 'noticed'>): Promise<Understood> {
  const { cues } = await expandAnswer(answer)
  return { ...summarizeCues(cues), ...(noticed ?? { droppedRepeats: 0, warnings: [] }) }
}

function noTranscript() {
  return new Refusal('no_such_transcript')
}

/** Deletes a transcript and its search index. Throws 404 if there is none. */
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
      .returning({ eventId: transcripts.eventId, isPublic: transcripts.isPublic })
    if (gone.length === 0) throw noTranscript()
    await recordTranscript(tx, gone[0], undefined, actor)
    await writeAuditEntry(tx, actor, {
      action: 'transcript_removed',
      subject: event.title,
      details: { eventId },
      now,
    })
    return { eventId }
  })
}

/** Seconds. If transcript and recording end further apart than this, they may not belong together. */
const apartSeconds = 60

type Given = Pick<TranscriptSummary, 'language' | 'shiftMs' | 'fileName' | 'isPublic'>

/**
 * Returns the summary of a transcript with all warnings for the organiser. `duration` is the recording's duration in
 * seconds as players reported it.
 */
export function previewTranscript(
  { lastStart, end, warnings, ...understood }: Understood,
  { language, shiftMs, fileName, isPublic }: Given,
  duration: number | undefined,
): TranscriptSummary {
  return {
    ...understood,
    warnings: [...warnings, ...warnOfLength(lastStart, end, duration)],
    language,
    shiftMs,
    fileName,
    isPublic,
  }
}

function warnOfLength(lastStart: number, end: number, duration: number | undefined): string[] {
  if (duration === undefined) return []
  const minutes = (seconds: number) =>
    `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`
  if (lastStart > duration + apartSeconds || end > duration + apartSeconds) {
    return [
      `The last line ends at ${minutes(end)}, but the recording is ${minutes(duration)} long. Was it cut?`,
    ]
  }
  if (end < duration - apartSeconds) {
    return [
      `The last line ends at ${minutes(end)}, but the recording continues until ${minutes(duration)}.`,
    ]
  }
  return []
}
