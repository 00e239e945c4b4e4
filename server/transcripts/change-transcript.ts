import { eq } from 'drizzle-orm'
import type { BodyOf } from '#shared/contract/endpoint.ts'
import type { changeTranscript as entry, TranscriptSummary } from '#shared/contract/transcripts.ts'
import { writeAuditEntry, type Actor } from '#server/audit/record-act.ts'
import type { Db } from '#server/db/open.ts'
import { transcripts } from '#server/db/tables/transcripts.ts'
import { lockEvent } from '#server/events/lock-event.ts'
import { invalidInput, Refusal } from '#server/refusal.ts'
import { findRecordingLength } from './find-recording-length.ts'
import { readTranscript } from './read-transcript.ts'
import { announceEventChange } from './tell-of-words.ts'
import { previewTranscript } from './understand-transcript.ts'
import { writeTranscript } from './write-transcript.ts'

/** Moves a transcript, names its language, opens or closes it to visitors; read anew from its source. */
export async function changeTranscript(
  db: Db,
  eventId: number,
  form: BodyOf<typeof entry>,
  { actor, now }: { actor: Actor; now: Date },
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

export function noTranscript() {
  return new Refusal('no_such_transcript')
}
